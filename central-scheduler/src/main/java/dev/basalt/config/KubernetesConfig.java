package dev.basalt.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an operator may set of a scheduler that works for a Kubernetes cluster.
 *
 * @param kubeconfig how the API server is reached; empty means as pods of the cluster reach it
 * @param schedulerNames pods with these scheduler names are ours; at least one
 * @param lease who leads
 * @param identity name of this process among its replicas, for people
 * @param advertiseAddress where agents and users reach this replica, {@code host:port}; empty means where it listens
 * @param bindTimeoutMillis time from when a bind's turn comes until it is given up
 * @param mostBindsInFlight binds and evictions that are under way at most
 * @param writesQueueStatus whether the status of Queues is written; no where Volcano's controller does
 */
public record KubernetesConfig(
        Optional<Path> kubeconfig,
        List<String> schedulerNames,
        Lease lease,
        String identity,
        String advertiseAddress,
        long bindTimeoutMillis,
        int mostBindsInFlight,
        boolean writesQueueStatus) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\s]+):([0-9]{1,5})");
    private static final Path OWN_NAMESPACE = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");
    private static final long MILLIS_PER_SECOND = 1_000;

    static final String USAGE = """
              --kubernetes.kubeconfig FILE           how the API server is reached
                                                     (default: as pods of the cluster reach it)
              --kubernetes.scheduler-names A,B       pods of these scheduler names are ours (default basalt)
              --kubernetes.namespace NAME            namespace of the lease
                                                     (default: $POD_NAMESPACE, else that of the service account)
              --kubernetes.lease-name NAME           lease that replicas elect their leader by
                                                     (default basalt-scheduler)
              --kubernetes.lease-duration-millis N   how long a lease holds, in whole seconds (default 15000)
              --kubernetes.renew-deadline-millis N   a leader that cannot renew for so long stops acting;
                                                     less than the lease (default 10000)
              --kubernetes.retry-period-millis N     time between two tries; less than that (default 2000)
              --kubernetes.identity NAME             name of this replica, for people
                                                     (default: $POD_NAME, else the host's name)
              --kubernetes.advertise-address H:P     where agents and users reach this replica
                                                     (default: $POD_IP or listen.host, with the port it listens on)
              --kubernetes.bind-timeout-millis N     time a bind may take (default 10000)
              --kubernetes.most-binds-in-flight N    binds that are under way at once (default 64)
              --kubernetes.queue-status true|false   write the status of Queues; false where Volcano's controller
                                                     does (default true)
            """;

    public KubernetesConfig {
        schedulerNames = List.copyOf(schedulerNames);
    }

    /**
     * How replicas elect their leader.
     *
     * @param durationMillis how long it holds, in whole seconds
     * @param renewDeadlineMillis a leader that cannot renew for so long stops acting; less than the lease
     * @param retryPeriodMillis time between two tries; less than that
     */
    public record Lease(
            String namespace, String name, long durationMillis, long renewDeadlineMillis, long retryPeriodMillis) {}

    static KubernetesConfig read(Settings settings, Map<String, String> environment) {
        Lease lease = lease(settings, environment);
        if (lease.renewDeadlineMillis() >= lease.durationMillis()
                || lease.retryPeriodMillis() >= lease.renewDeadlineMillis()) {
            settings.mistake("kubernetes.lease-duration-millis " + lease.durationMillis()
                    + " must be more than kubernetes.renew-deadline-millis " + lease.renewDeadlineMillis()
                    + ", and that more than kubernetes.retry-period-millis " + lease.retryPeriodMillis()
                    + ". Maybe leave them out.");
        }
        return new KubernetesConfig(
                settings.read("kubernetes.kubeconfig", Optional.<Path>empty(), KubernetesConfig::file),
                settings.read("kubernetes.scheduler-names", List.of("basalt"), KubernetesConfig::names),
                lease,
                settings.read("kubernetes.identity", environment.getOrDefault("POD_NAME", hostName()), text -> text),
                settings.read("kubernetes.advertise-address", "", KubernetesConfig::address),
                settings.readLong("kubernetes.bind-timeout-millis", 10_000, 100, 20_000),
                settings.readInt("kubernetes.most-binds-in-flight", 64, 1, 1_000),
                settings.readBoolean("kubernetes.queue-status", true));
    }

    private static Lease lease(Settings settings, Map<String, String> environment) {
        return new Lease(
                settings.read("kubernetes.namespace", ownNamespace(environment), KubernetesConfig::name),
                settings.read("kubernetes.lease-name", "basalt-scheduler", KubernetesConfig::name),
                settings.read("kubernetes.lease-duration-millis", 15_000L, KubernetesConfig::wholeSeconds),
                settings.readLong("kubernetes.renew-deadline-millis", 10_000, 100, 600_000),
                settings.readLong("kubernetes.retry-period-millis", 2_000, 50, 60_000));
    }

    private static String ownNamespace(Map<String, String> environment) {
        String told = environment.getOrDefault("POD_NAMESPACE", "");
        if (!told.isEmpty()) {
            return told;
        }
        try {
            return Files.isReadable(OWN_NAMESPACE)
                    ? Files.readString(OWN_NAMESPACE).strip()
                    : "default";
        } catch (java.io.IOException unreadable) {
            return "default";
        }
    }

    private static long wholeSeconds(String text) {
        long millis;
        try {
            millis = Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("'" + ConfigFile.shown(text) + "' is not a whole number.", notANumber);
        }
        if (millis < MILLIS_PER_SECOND || millis > 600 * MILLIS_PER_SECOND || millis % MILLIS_PER_SECOND != 0) {
            throw new IllegalArgumentException(millis + " is not one of 1000, 2000 ... 600000: a Lease counts in whole"
                    + " seconds. Maybe use 15000.");
        }
        return millis;
    }

    private static Optional<Path> file(String text) {
        Path path = Path.of(text);
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException("'" + ConfigFile.shown(text)
                    + "' is not a file that can be read. Maybe leave the key out inside a cluster.");
        }
        return Optional.of(path.toAbsolutePath());
    }

    private static List<String> names(String text) {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        names.forEach(KubernetesConfig::name);
        return names;
    }

    private static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + ConfigFile.shown(text)
                    + "' is not a name: lower-case letters, digits, '-' and '.' make one.");
        }
        return text;
    }

    private static String address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + ConfigFile.shown(text) + "' does not look like host:port.");
        }
        return text;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
