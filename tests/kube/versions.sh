# Sourced: which Kubernetes the tests run on, and where its binaries lie. Nothing here is built or started.
#   BASALT_KUBE        1.36 (default) or 1.34, the oldest that Basalt supports
#   BASALT_KUBE_CACHE  where built binaries are kept; default $HOME/.cache/basalt-kube

kube_home=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kube_minor=${BASALT_KUBE:-1.36}
kube_cache=${BASALT_KUBE_CACHE:-$HOME/.cache/basalt-kube}
kube_pins=$kube_home/pins/kubernetes-$kube_minor
etcd_pins=$kube_home/pins/etcd-3.6
kube_programs=(kube-apiserver kube-controller-manager kube-scheduler kubectl)

fail() { # SENTENCE: on stderr, and the end
    echo "${0##*/}: $*" >&2
    exit 1
}

[ -d "$kube_pins" ] || fail "BASALT_KUBE=$kube_minor is not pinned here. Maybe one of: $(cd "$kube_home/pins" && echo kubernetes-* | sed 's/kubernetes-//g')."

pinned() { # GO.MOD MODULE: the version that the file requires
    awk -v module="$2" '$1 == module && $2 ~ /^v/ { print $2; exit } $2 == module && $3 ~ /^v/ { print $3; exit }' "$1"
}

kube_version=$(pinned "$kube_pins/go.mod" k8s.io/kubernetes)

# Everything that decides what comes out of the compiler is set here and counted in the key of the folder.
export CGO_ENABLED=0 GOWORK=off GOTOOLCHAIN=local
export GOFLAGS="-mod=readonly -trimpath -buildvcs=false"
kube_tags=notest,grpcnotrace # as in Kubernetes' own release builds, without selinux

kube_stamps() { # linker flags: what the servers answer to /version
    local package minor=${kube_version#v*.}
    for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
        printf -- '-X %s.gitVersion=%s -X %s.gitMajor=1 -X %s.gitMinor=%s -X %s.gitTreeState=archive ' \
            "$package" "$kube_version" "$package" "$package" "${minor%%.*}" "$package"
    done
}

locate_binaries() { # sets kube_bin
    command -v go >/dev/null || fail "Kubernetes is built from source and there is no go on the PATH. Maybe install Go 1.26 or newer from https://go.dev/dl and try again."
    local key
    key=$({
        cat "$kube_pins"/go.{mod,sum} "$etcd_pins"/go.{mod,sum}
        go version
        echo "$GOFLAGS $kube_tags $(kube_stamps) ${kube_programs[*]}"
    } | sha256sum | cut -c1-12)
    kube_bin=$kube_cache/${kube_version#v}/$key
}
