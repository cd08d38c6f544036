#!/bin/sh
# Lays out what the launchers run: assemble.sh MODULE_TARGET_FOLDER JAR_NAME BUILD_BEGIN_FILE
# Each build gets a folder of its own, so that a rebuild never pulls jars from under a running process.
set -eu
target=$1
jar=$2
begin=$3

runs=$target/run
id=$(date +%s%N)
mkdir -p "$runs/$id"
for file in "$target"/lib/*.jar; do
    case ${file##*/} in
        *-SNAPSHOT.jar) cp -p "$file" "$runs/$id/" ;; # ours: rewritten in place by the next build
        *) ln "$file" "$runs/$id/" 2>/dev/null || cp -p "$file" "$runs/$id/" ;;
    esac
done
cp -p "$target/$jar" "$runs/$id/"
# The age of a layout is when its build began: a source edited during the build counts as newer.
if [ -f "$begin" ]; then touch -r "$begin" "$runs/$id/built"; else touch -t 197001020000 "$runs/$id/built"; fi

ln -sfn "$id" "$runs/next.$$"
mv -T "$runs/next.$$" "$runs/current" 2>/dev/null || { rm -f "$runs/current" && mv "$runs/next.$$" "$runs/current"; }

# Four layouts stay, for processes still running from them.
ls -1 "$runs" | grep -E '^[0-9]+$' | sort -n | head -n -4 | while read -r old; do
    rm -rf "${runs:?}/$old"
done
