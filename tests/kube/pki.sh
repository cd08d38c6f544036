# Sourced by control-plane: certificates, users and kubeconfigs of one instance. Uses $pki, $instance and $api_port.
# Keys are elliptic curves throughout: they are made in milliseconds.

days=30

authority() { # NAME: a certificate authority of its own
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$pki/$1.key"
    openssl req -x509 -new -key "$pki/$1.key" -subj "/CN=basalt-test-$1" -days $days -out "$pki/$1.crt" \
        -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,digitalSignature
}

certificate() { # NAME SUBJECT AUTHORITY [SUBJECT-ALTERNATIVE-NAMES]
    local extensions="keyUsage=digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n"
    [ -z "${4:-}" ] || extensions+="subjectAltName=$4\n"
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$pki/$1.key"
    openssl req -new -key "$pki/$1.key" -subj "$2" \
        | openssl x509 -req -CA "$pki/$3.crt" -CAkey "$pki/$3.key" -CAcreateserial -days $days \
            -extfile <(printf '%b' "$extensions") -out "$pki/$1.crt" 2>/dev/null
}

all_certificates() {
    local names=IP:127.0.0.1,IP:10.96.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc
    mkdir -p "$pki"
    authority ca
    authority front-ca # of the aggregation layer; without it controllers log an error every few seconds
    certificate front-proxy /CN=front-proxy front-ca
    certificate apiserver /CN=kube-apiserver ca "$names"
    certificate admin /O=system:masters/CN=admin ca
    certificate controllers /CN=system:kube-controller-manager ca
    certificate scheduler /CN=system:kube-scheduler ca
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$pki/accounts.key"
    openssl pkey -in "$pki/accounts.key" -pubout -out "$pki/accounts.pub"
}

token_users() { # NAME[:GROUP,GROUP]...: a random token each, in the order token,user,uid,"groups"
    local user groups
    for user in "$@"; do
        groups=${user#*:}
        [ "$groups" != "$user" ] || groups=
        user=${user%%:*}
        echo "$(openssl rand -hex 24),$user,uid-of-$user,\"$groups\""
    done > "$pki/tokens.csv"
}

kubeconfig() { # FILE USER-LINE
    cat > "$1" <<YAML
apiVersion: v1
kind: Config
clusters:
- name: basalt-test
  cluster: {server: "https://127.0.0.1:$api_port", certificate-authority-data: $(base64 -w0 "$pki/ca.crt")}
users:
- name: user
  user: $2
contexts:
- name: basalt-test
  context: {cluster: basalt-test, user: user}
current-context: basalt-test
YAML
}

certificate_user() { # CERTIFICATE-NAME: for kubeconfig; the key in the older form, which every client reads
    local key
    key=$(openssl pkey -in "$pki/$1.key" -traditional | base64 -w0)
    echo "{client-certificate-data: $(base64 -w0 "$pki/$1.crt"), client-key-data: $key}"
}

all_kubeconfigs() {
    kubeconfig "$instance/kubeconfig" "$(certificate_user admin)"
    kubeconfig "$instance/controllers.kubeconfig" "$(certificate_user controllers)"
    kubeconfig "$instance/scheduler.kubeconfig" "$(certificate_user scheduler)"
    local token user rest
    while IFS=, read -r token user rest; do
        kubeconfig "$instance/$user.kubeconfig" "{token: $token}"
    done < "$pki/tokens.csv"
}
