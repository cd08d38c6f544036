#!/bin/sh
# Drops generated code when any .proto changed: fresh-proto.sh SOURCE_FOLDER TARGET_FOLDER
# The generator only adds files; classes of a message that was renamed or removed would stay and break the build.
set -eu
now=$(cd "$1" && find . -name '*.proto' -exec cksum {} + | sort -k 3)
record=$2/proto-checksums
if [ "$now" != "$(cat "$record" 2>/dev/null || true)" ]; then
    rm -rf "$2/generated-sources/protobuf" "$2/protobuf-maven-plugin"
    mkdir -p "$2"
    printf '%s\n' "$now" >"$record"
fi
