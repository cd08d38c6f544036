#!/bin/sh
# Builds one C folder with its Makefile: native.sh SOURCE_FOLDER OUTPUT_FOLDER. The Makefile gets OUT=OUTPUT_FOLDER.
set -eu
source_folder=$1
out=$2
if [ ! -f "$source_folder/Makefile" ]; then
    echo "native: $source_folder has no Makefile, nothing to build"
    mkdir -p "$out" && touch "$out/.built"
    exit 0
fi
for tool in gcc make; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "Basalt needs $tool to build $source_folder. Maybe: sudo apt-get install gcc make libc6-dev" >&2
        exit 1
    fi
done
mkdir -p "$out"
make --no-print-directory -s -C "$source_folder" OUT="$out"
touch "$out/.built"
