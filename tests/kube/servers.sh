# Sourced by control-plane: the command line of each server, and what starts, finds and ends one.
# Uses the options and ports of control-plane.

etcd_command() {
    command=("$kube_bin/etcd" --name=test --data-dir="$instance/etcd" --log-level=warn
        --listen-client-urls="http://127.0.0.1:$etcd_port" --advertise-client-urls="http://127.0.0.1:$etcd_port"
        --listen-peer-urls="http://127.0.0.1:$peer_port" --initial-advertise-peer-urls="http://127.0.0.1:$peer_port"
        --initial-cluster="test=http://127.0.0.1:$peer_port" "${etcd_args[@]}")
}

apiserver_command() { # with watches open, and no time set for ending them, it would take a minute to end
    command=("$kube_bin/kube-apiserver" --etcd-servers="http://127.0.0.1:$etcd_port"
        --bind-address=127.0.0.1 --secure-port="$api_port" --advertise-address=127.0.0.1 --endpoint-reconciler-type=none
        --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --cert-dir="$instance/apiserver"
        --client-ca-file="$pki/ca.crt" --token-auth-file="$pki/tokens.csv" --authorization-mode=Node,RBAC
        --requestheader-client-ca-file="$pki/front-ca.crt" --requestheader-allowed-names=front-proxy
        --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group
        --requestheader-extra-headers-prefix=X-Remote-Extra-
        --proxy-client-cert-file="$pki/front-proxy.crt" --proxy-client-key-file="$pki/front-proxy.key"
        --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/accounts.pub"
        --service-account-signing-key-file="$pki/accounts.key" --service-cluster-ip-range=10.96.0.0/16
        --shutdown-watch-termination-grace-period=1s --allow-privileged=true
        --enable-admission-plugins=NodeRestriction "${apiserver_args[@]}")
}

controllers_command() { # its default of 20 requests a second would make the start 5 s longer
    command=("$kube_bin/kube-controller-manager" --kubeconfig="$instance/controllers.kubeconfig"
        --authentication-kubeconfig="$instance/controllers.kubeconfig"
        --authorization-kubeconfig="$instance/controllers.kubeconfig" --bind-address=127.0.0.1
        --secure-port="$controllers_port" --cert-dir="$instance/controllers"
        --service-account-private-key-file="$pki/accounts.key" --root-ca-file="$pki/ca.crt"
        --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key"
        --use-service-account-credentials=true --leader-elect=false --kube-api-qps=500 --kube-api-burst=500
        "${controllers_args[@]}")
}

scheduler_command() {
    command=("$kube_bin/kube-scheduler" --kubeconfig="$instance/scheduler.kubeconfig" --leader-elect=false
        --authentication-kubeconfig="$instance/scheduler.kubeconfig"
        --authorization-kubeconfig="$instance/scheduler.kubeconfig" --bind-address=127.0.0.1
        --secure-port="$scheduler_port" --cert-dir="$instance/scheduler" "${scheduler_args[@]}")
}

spawn() { # NAME: its server as a child of this shell, which it never outlives
    local -a command
    "$1_command"
    setpriv --pdeathsig KILL "${command[@]}" >>"$instance/log/$1.log" 2>&1 </dev/null 3>&- &
    echo $! > "$instance/pids/$1"
    disown $! # or bash would report how it ended among the answers
}

pid_of() { # NAME: its pid; fails when it does not run. An ended server may stay as a zombie and a pid be used again.
    local pid
    pid=$(cat "$instance/pids/$1" 2>/dev/null) || return 1
    { tr '\0' ' ' < "/proc/$pid/cmdline"; } 2>/dev/null | grep -qF -- "$instance" || return 1
    echo "$pid"
}

send() { # SIGNAL NAME
    local pid
    pid=$(pid_of "$2") || return 0
    kill -s "$1" "$pid" 2>/dev/null || true
}

end() { # NAME...: asks all, in order, then kills what is left after 10 s
    local name round
    for name in "$@"; do
        send TERM "$name"
        send CONT "$name" # a stopped process does not hear the TERM
    done
    for name in "$@"; do
        for ((round = 0; round < 200; round++)); do
            pid_of "$name" >/dev/null || break
            sleep 0.05
        done
        send KILL "$name"
        rm -f "$instance/pids/$name"
    done
}

answers() { # PATH: as the admin
    curl -sf --cacert "$pki/ca.crt" --cert "$pki/admin.crt" --key "$pki/admin.key" \
        "https://127.0.0.1:$api_port$1" >/dev/null 2>&1
}

await() { # NAME PATH: until the API server answers; with the server's last words when it has ended, or after 2 minutes
    local round
    for ((round = 0; round < 1200; round++)); do
        answers "$2" && return 0
        pid_of "$1" >/dev/null || break
        sleep 0.1
    done
    echo "$1 does not come up: no answer to $2. Its last words, of $instance/log/$1.log:" >&2
    tail -n 15 "$instance/log/$1.log" >&2
    return 1
}

free_ports() { # COUNT: ports nobody listens on, below those that the kernel gives to clients
    local -A taken=()
    local hex port found=0
    while read -r hex; do taken[$((16#$hex))]=1; done < <(
        cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '$4 == "0A" { sub(/.*:/, "", $2); print $2 }')
    while [ $found -lt "$1" ]; do
        port=$((15000 + RANDOM % 17000))
        [ -z "${taken[$port]:-}" ] || continue
        taken[$port]=1
        found=$((found + 1))
        echo "$port"
    done
}
