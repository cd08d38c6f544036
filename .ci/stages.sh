# Sourced by .ci/run and .ci/long: the stages, and the frame that times and reports them.

modules=(proto nvml-ffi state-store node-agent central-scheduler tests)
report=()
began=$SECONDS

stage() { # NAME FUNCTION: runs it, remembers its time, stops at the first failure
    local name=$1 work=$2 from=$SECONDS
    printf '\n=== %s\n' "$name"
    if "$work"; then
        report+=("$(printf '%-28s ok     %4d s' "$name" $((SECONDS - from)))")
    else
        report+=("$(printf '%-28s FAILED %4d s' "$name" $((SECONDS - from)))")
        finish 1
    fi
}

finish() {
    printf '\n=== Summary\n'
    printf '%s\n' "${report[@]}"
    printf '%-28s %s %4d s\n' "all" "     " $((SECONDS - began))
    exit "${1:-0}"
}

have_tools() {
    local missing=()
    command -v gcc >/dev/null || missing+=(gcc libc6-dev)
    command -v make >/dev/null || missing+=(make)
    if [ ${#missing[@]} -gt 0 ]; then
        echo "installing ${missing[*]}"
        local sudo=()
        [ "$(id -u)" -eq 0 ] || sudo=(sudo)
        "${sudo[@]}" apt-get -qq update && "${sudo[@]}" apt-get -qq install -y "${missing[@]}" || return 1
    fi
    JAVA_HOME=$(bash .mvn/find-jdk.sh) || return 1
    export JAVA_HOME
    echo "JDK: $JAVA_HOME"
    gcc --version | head -n 1
}

verify() {
    # Reports of an earlier run must not be counted as this one's.
    rm -rf -- */target/surefire-reports */target/failsafe-reports
    ./mvnw -B verify
}

world() { # CLASS ARGUMENT...: a main of the tests, after verify
    "$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp "tests/target/test-classes:$(cat tests/target/test.classpath)" "$@"
}

worlds() { # seeded worlds full of faults, each twice
    world dev.basalt.world.WorldMain 1 "${BASALT_WORLD_SEEDS:-300}"
}

mutants() { # broken rules that the worlds must catch
    tests/mutants/run 300
}

attribute() { # NAME FILE...: the sum of one attribute over the <testsuite> elements
    local name=$1
    shift
    grep -ohE '<testsuite [^>]*' "$@" | grep -oE " $name=\"[0-9]+\"" | tr -dc '0-9\n' | awk '{ sum += $1 } END { print sum + 0 }'
}

count_tests() {
    local module kind files tests skipped broken all=0 wrong=0
    printf '%-20s %-12s %8s %8s\n' module kind executed skipped
    for module in "${modules[@]}"; do
        local in_module=0
        for kind in surefire failsafe; do
            mapfile -t files < <(find "$module/target/$kind-reports" -name 'TEST-*.xml' 2>/dev/null)
            [ ${#files[@]} -gt 0 ] || continue
            tests=$(attribute tests "${files[@]}")
            skipped=$(attribute skipped "${files[@]}")
            broken=$(($(attribute errors "${files[@]}") + $(attribute failures "${files[@]}")))
            printf '%-20s %-12s %8d %8d\n' "$module" "$kind" "$((tests - skipped))" "$skipped"
            in_module=$((in_module + tests - skipped))
            if [ "$skipped" -gt 0 ] || [ "$broken" -gt 0 ]; then
                grep -lE '<skipped|<failure|<error' "${files[@]}" | sed 's/^/  skipped or failed in /'
                wrong=1
            fi
        done
        all=$((all + in_module))
        if [ "$in_module" -eq 0 ]; then
            echo "  $module ran no test"
            wrong=1
        fi
    done
    echo "executed in all: $all"
    [ "$wrong" -eq 0 ] || echo "Every module must run tests and none may be skipped."
    return "$wrong"
}

# Real processes, killed at BASALT_KILL_MOMENTS random moments (verify kills at 3).
kills() {
    ./mvnw -B -pl tests -am verify -Dbasalt.skipUnitTests=true -Dit.test=KillIT -Dfailsafe.failIfNoSpecifiedTests=false \
        "-Dbasalt.kill.moments=${BASALT_KILL_MOMENTS:-3}"
}

kubernetes_build() { # of what the next stage runs on: minutes the first time, nothing later
    tests/kube/build
}

kubernetes() { # the tests on a real API server
    local reports=tests/target/failsafe-reports files
    rm -f "$reports"/TEST-*KubeIT.xml
    ./mvnw -B -pl tests -am verify -Pkubernetes -Dbasalt.skipUnitTests=true '-Dit.test=*KubeIT' \
        -Dfailsafe.failIfNoSpecifiedTests=false || return 1
    mapfile -t files < <(find "$reports" -name 'TEST-*KubeIT.xml')
    [ ${#files[@]} -gt 0 ] || { echo "no test on Kubernetes ran"; return 1; }
    echo "executed on Kubernetes ${BASALT_KUBE:-1.36}: $(attribute tests "${files[@]}"), skipped: $(attribute skipped "${files[@]}")"
    [ "$(attribute skipped "${files[@]}")" -eq 0 ]
}
