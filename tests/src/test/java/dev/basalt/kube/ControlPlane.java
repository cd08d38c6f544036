package dev.basalt.kube;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One running control plane with a folder and ports of its own. Its servers are children of a script that ends them
 * when this process ends, in whatever way. Everything a test makes in it should be in a {@link #freshNamespace()}.
 */
public final class ControlPlane implements AutoCloseable {
    /** Long enough for a machine that does much else. */
    private static final int PATIENCE_SECONDS = 120;

    private static final AtomicInteger INSTANCES = new AtomicInteger();

    private final ControlPlaneOptions options;
    private final Path folder;
    private final Supervisor supervisor;
    private final KubernetesClient client;
    private final AtomicInteger namespaces = new AtomicInteger();

    private ControlPlane(ControlPlaneOptions options, Path folder, Supervisor supervisor) {
        this.options = options;
        this.folder = folder;
        this.supervisor = supervisor;
        this.client = clientWith(folder.resolve("kubeconfig"));
    }

    /** Starts one below the folder for build output and waits until it answers; a few seconds. */
    public static ControlPlane start(ControlPlaneOptions options) {
        String name = ProcessHandle.current().pid() + "-" + INSTANCES.incrementAndGet();
        return start(Path.of("target", "kube", name).toAbsolutePath(), options);
    }

    /**
     * Starts one in a folder, which must be empty or hold what an earlier one left.
     *
     * @throws UncheckedIOException when it does not come up, with what the script and the servers said
     */
    public static ControlPlane start(Path folder, ControlPlaneOptions options) {
        return new ControlPlane(options, folder, Supervisor.start(folder, options));
    }

    /** What it was started with. */
    public ControlPlaneOptions options() {
        return options;
    }

    /** A client as the admin, who may do everything. */
    public KubernetesClient client() {
        return client;
    }

    /** A client of its own with what a kubeconfig file says; the caller closes it. */
    public static KubernetesClient clientWith(Path kubeconfig) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
    }

    /** A client of its own that shows a bearer token and nothing else; the caller closes it. */
    public KubernetesClient clientWithToken(String token) {
        Config config = Config.empty();
        config.setMasterUrl(server().toString());
        config.setCaCertFile(authority().toString());
        config.setOauthToken(token);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    public URI server() {
        return URI.create(environment("BASALT_KUBE_SERVER"));
    }

    public int etcdPort() {
        return Integer.parseInt(environment("BASALT_KUBE_ETCD_PORT"));
    }

    /** As the servers say it: {@code v1.36.3}. */
    public String version() {
        return environment("BASALT_KUBE_VERSION");
    }

    /** Where kubectl lies beside the servers. */
    public Path binaries() {
        return Path.of(environment("BASALT_KUBE_BIN"));
    }

    /** The folder of this instance: certificates, logs, kubeconfigs. */
    public Path folder() {
        return folder;
    }

    /** Of the admin. */
    public Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /** Of a user named in {@link ControlPlaneOptions#users()}, or of {@code nobody}, who is always there. */
    public Path kubeconfig(String user) {
        return folder.resolve(user + ".kubeconfig");
    }

    /** The certificate by which clients know the API server. */
    public Path authority() {
        return folder.resolve("pki").resolve("ca.crt");
    }

    /** One JSON object a line; there if the control plane was started with audit. */
    public Path auditLog() {
        return folder.resolve("audit.log");
    }

    /** Every request so far, its oldest first; a request may be written down a moment after its answer. */
    public List<AuditEntry> audited() {
        return AuditEntry.read(auditLog());
    }

    /** The token of a user named in {@link ControlPlaneOptions#users()}, or of {@code nobody}. */
    public String token(String user) {
        Path tokens = folder.resolve("pki").resolve("tokens.csv");
        try {
            return Files.readAllLines(tokens).stream()
                    .map(line -> line.split(",", -1))
                    .filter(fields -> fields[1].equals(user))
                    .map(fields -> fields[0])
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "user " + user + " has no token. Maybe name it in ControlPlaneOptions.withUsers"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + tokens, e);
        }
    }

    /** A token of a service account, which is made if it is not there. Valid for an hour. */
    public String serviceAccountToken(String namespace, String account) {
        var resource = client.serviceAccounts().inNamespace(namespace).withName(account);
        if (resource.get() == null) {
            client.resource(new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withNamespace(namespace)
                            .withName(account)
                            .endMetadata()
                            .build())
                    .create();
        }
        var request = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(3600L)
                .endSpec()
                .build();
        return Objects.requireNonNull(resource.tokenRequest(request).getStatus().getToken());
    }

    /** A namespace that nobody else uses, in which pods are admitted already. */
    public String freshNamespace() {
        String name = "test-" + namespaces.incrementAndGet();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        var account = client.serviceAccounts()
                .inNamespace(name)
                .withName("default")
                .waitUntilCondition(Objects::nonNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
        Objects.requireNonNull(account);
        return name;
    }

    /** Ends the API server as on an upgrade, starts it anew and waits until it answers. Watches end; etcd keeps all. */
    public void restartApiServer() {
        supervisor.tell("restart apiserver");
        awaitApiServer();
    }

    /** SIGSTOP: connections stay open and nothing answers. */
    public void pauseApiServer() {
        supervisor.tell("signal STOP apiserver");
    }

    /** SIGCONT, after {@link #pauseApiServer()}. */
    public void continueApiServer() {
        supervisor.tell("signal CONT apiserver");
    }

    /** SIGKILL. It stays away until {@link #startApiServer()}. */
    public void killApiServer() {
        supervisor.tell("signal KILL apiserver");
    }

    /** Starts what {@link #killApiServer()} ended, on the same port, and waits until it answers. */
    public void startApiServer() {
        supervisor.tell("restart apiserver");
        awaitApiServer();
    }

    /** Returns when the API server is ready. */
    public void awaitApiServer() {
        supervisor.tell("await");
    }

    /** A command of {@code control-plane}, such as {@code signal STOP controllers}; returns when it is done. */
    public void tell(String command) {
        supervisor.tell(command);
    }

    /** Pid of the script that ends all when it is told or killed. */
    public long supervisorPid() {
        return supervisor.pid();
    }

    @Override
    public void close() {
        client.close();
        supervisor.close();
    }

    private String environment(String key) {
        String value = supervisor.environment().get(key);
        if (value == null) {
            throw new IllegalStateException("the control plane did not say " + key);
        }
        return value;
    }
}
