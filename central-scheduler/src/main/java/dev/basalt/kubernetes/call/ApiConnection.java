package dev.basalt.kubernetes.call;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The way to an API server: one client that reads and one that writes, so that neither waits behind the other on one
 * connection. Neither tries again by itself.
 */
public final class ApiConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final KubernetesClient reading;
    private final KubernetesClient writing;
    private final ApiCalls calls;

    /**
     * Opens it; nothing is asked of the server yet.
     *
     * @param kubeconfig how it is reached; empty as pods of the cluster do
     */
    public ApiConnection(Optional<Path> kubeconfig) {
        Config found = kubeconfig
                .map(file -> Config.fromKubeconfig(file.toFile()))
                .orElseGet(() -> Config.autoConfigure(null));
        Config config = new ConfigBuilder(found)
                .withRequestRetryBackoffLimit(0)
                .withConnectionTimeout(CONNECT_MILLIS)
                .build();
        reading = new KubernetesClientBuilder().withConfig(config).build();
        writing = new KubernetesClientBuilder().withConfig(config).build();
        calls = new ApiCalls(writing);
    }

    public KubernetesClient reading() {
        return reading;
    }

    public ApiCalls calls() {
        return calls;
    }

    /** Where it is, for people. */
    public String server() {
        return reading.getMasterUrl().toString();
    }

    @Override
    public void close() {
        reading.close();
        writing.close();
    }
}
