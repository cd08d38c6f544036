#!/usr/bin/env bash
# Prints the home of a JDK 25 or newer, or one sentence on stderr saying how to get one.
# Looks at JAVA_HOME, then PATH, then the folders where JDKs are usually put. Starts no JVM.
set -u

wanted=25

feature_of() { # JDK_HOME -> 25; nothing when it is not a JDK
    local line
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=*)
                line=${line#JAVA_VERSION=}
                line=${line//\"/}
                line=${line%%[!0-9]*}
                [ -n "$line" ] && echo "$line" && return 0
                ;;
        esac
    done <"$1/release"
    return 1
}

take_if_new_enough() {
    local feature
    feature=$(feature_of "$1") || return 1
    [ "$feature" -ge "$wanted" ] || return 1
    echo "$1"
    exit 0
}

[ -n "${JAVA_HOME:-}" ] && take_if_new_enough "$JAVA_HOME"

on_path=$(command -v java 2>/dev/null || true)
if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
    take_if_new_enough "${on_path%/bin/java}"
fi

for home in \
    /usr/lib/jvm/* \
    /usr/java/* \
    /opt/java/* /opt/*jdk* /opt/*java* /usr/local/*jdk* \
    "$HOME"/.sdkman/candidates/java/* \
    "$HOME"/.jdks/* \
    "$HOME"/.asdf/installs/java/* \
    "$HOME"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    take_if_new_enough "$home"
done

echo "basalt: no JDK $wanted or newer found (looked at JAVA_HOME, PATH and the usual folders)." \
    "Get Temurin $wanted from https://adoptium.net or with \"sdk install java 25-tem\", then set JAVA_HOME to it." >&2
exit 1
