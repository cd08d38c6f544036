#!/usr/bin/env bash
# Compares the fake's structs, and through LayoutTest the Java layouts, with NVIDIA's own nvml.h, which Debian ships in
# libnvidia-ml-dev (section non-free). Fetches it into a folder of its own; the machine's package lists stay as they are.
# Structs that the packaged header is too old for are named and left out.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
abi=$here/../../main/native/fakenvml/nvml_abi.h
suite=${1:-trixie}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/lists/partial" "$work/archives/partial"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite non-free" > "$work/sources.list"
options=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache::archives=$work/archives" -o APT::Architecture=amd64 -o APT::Architectures=amd64)
apt-get -qq "${options[@]}" update
(cd "$work" && apt-get -qq "${options[@]}" download libnvidia-ml-dev && dpkg -x libnvidia-ml-dev_*.deb unpacked)
header=$(find "$work/unpacked" -name nvml.h | head -n 1)
package=$(basename "$work"/libnvidia-ml-dev_*.deb .deb)

# Prints "type size" and "type.field offset" for each struct of our header that the given header has too.
list() {
    python3 - "$abi" "$1" <<'PYTHON'
import re, sys
ours, header = open(sys.argv[1]).read(), open(sys.argv[2]).read()
print("#include <stddef.h>\n#include <stdio.h>\n#include \"%s\"\nint main(void) {" % sys.argv[2])
for body, name in re.findall(r"typedef struct \{(.*?)\} (\w+);", ours, re.S):
    known = re.search(r"\b%s\b" % name, header)
    if not known:
        print("missing: " + name, file=sys.stderr)
        continue
    print('printf("%s %%zu\\n", sizeof(%s));' % (name, name))
    for field in re.findall(r"(\w+)(?:\[\d+\])?;", body):
        print('printf("%s.%s %%zu\\n", offsetof(%s, %s));' % (name, field, name, field))
print("return 0; }")
PYTHON
}

list "$header" > "$work/theirs.c" 2> "$work/missing"
gcc -std=gnu11 -DNVML_NO_UNVERSIONED_FUNC_DEFS -o "$work/theirs" "$work/theirs.c"
"$work/theirs" > "$work/theirs.txt"
list "$abi" > "$work/ours.c"
gcc -std=c11 -o "$work/ours" "$work/ours.c"
"$work/ours" | grep -vF -f <(sed 's/^missing: //' "$work/missing"; echo "no such line") > "$work/ours.txt" || true
diff "$work/ours.txt" "$work/theirs.txt"
echo "$package: $(wc -l < "$work/theirs.txt") sizes and offsets equal; not in it: $(sed 's/^missing: //' "$work/missing" | tr '\n' ' ')"
