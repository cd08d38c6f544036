package dev.basalt.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * All that an operator may set of a scheduler. Keys are those of the YAML file ({@code listen.grpc-port} is
 * {@code grpc-port} under {@code listen}) and, with two dashes before, flags.
 *
 * @param mode whether it works for a Kubernetes cluster or alone
 * @param stateDir where it keeps its store, its token and its dumps; one scheduler at a time
 * @param tokenFile the secret that whoever calls it must know; made at the first start
 * @param runtimeDir where a running scheduler says how to reach it
 * @param listen where it listens
 * @param loop how it steps
 * @param agents how it talks to agents
 * @param history what it keeps of decisions
 * @param policy what it decides by
 * @param kubernetes the cluster, in Kubernetes mode
 * @param advertiseHost host under which others reach it, where it is known
 * @param volcanoMetricNames whether Volcano's metric names are served beside ours
 */
public record SchedulerConfig(
        Mode mode,
        Path stateDir,
        Path tokenFile,
        Path runtimeDir,
        Listen listen,
        Loop loop,
        Agents agents,
        History history,
        Policy policy,
        KubernetesConfig kubernetes,
        String advertiseHost,
        boolean volcanoMetricNames) {

    /** What {@code --help} prints. */
    public static final String USAGE = """
            usage: basalt scheduler [--config FILE] [--KEY VALUE ...]

            Each key may also stand in the YAML file that --config names, with its parts nested; a flag wins over the file.
              --mode standalone|kubernetes           whether agents run what it decides, or a Kubernetes cluster does
                                                     (default standalone)
              --state-dir FOLDER                     store, token and dumps; one scheduler for each
                                                     (default: ~/.local/state/basalt/scheduler)
              --token-file FILE                      secret that callers must know; made at the first start
                                                     (default: token in the state folder)
              --runtime-dir FOLDER                   where the running scheduler says how to reach it
                                                     (default: $XDG_RUNTIME_DIR/basalt,
                                                     else ~/.local/state/basalt/run)
              --listen.host ADDRESS                  a loopback address (default 127.0.0.1)
              --listen.grpc-port N                   agents and admin API; 0 takes a free one (default 7650)
              --listen.http-port N                   metrics and probes; 0 takes a free one (default 7651)
              --loop.tick-millis N                   longest time between two steps (default 100)
              --loop.inbox-capacity N                events that wait before their senders have to (default 20000)
              --loop.most-events-per-step N          events one step takes at most (default 5000)
              --loop.most-effects-in-flight N        effects on their way before the loop waits (default 20000)
              --agents.heartbeat-period-millis N     how often an agent says that it lives (default 1000)
              --history.kept-days N                  days a decision is kept (default 7)
              --history.kept-decisions N             decisions that are kept at most (default 100000)
              --policy.node-silent-millis N          silence after which a node takes no new work (default 10000)
              --policy.accept-millis N               time an agent has to accept limits (default 10000)
              --policy.complete-gang-millis N        time a half-bound gang has to be completed (default 60000)
              --policy.gang-fill true|false          pack a gang on the fewest nodes (default true)
              --policy.share-pack true|false         put shares on the fullest GPU that fits (default true)
              --metrics.volcano-names true|false     serve some of Volcano's metric names beside ours (default true)

            In mode kubernetes:
            """ + KubernetesConfig.USAGE;

    /** For whom it works. */
    public enum Mode {
        /** Agents run what it decides. */
        STANDALONE,
        /** A Kubernetes cluster does. */
        KUBERNETES
    }

    /**
     * Where it listens.
     *
     * @param host a loopback address
     * @param grpcPort port of the agents and of the admin API; 0 takes a free one
     * @param httpPort port of metrics and probes; 0 takes a free one
     */
    public record Listen(String host, int grpcPort, int httpPort) {}

    /**
     * How it steps.
     *
     * @param tickMillis longest time between two steps
     * @param inboxCapacity events that wait before their senders have to
     * @param mostEventsPerStep events one step takes at most
     * @param mostEffectsInFlight effects on their way before the loop waits
     */
    public record Loop(long tickMillis, int inboxCapacity, int mostEventsPerStep, int mostEffectsInFlight) {}

    /**
     * How it talks to agents.
     *
     * @param heartbeatPeriodMillis how often an agent says that it lives
     */
    public record Agents(long heartbeatPeriodMillis) {}

    /**
     * What it keeps of decisions.
     *
     * @param keptDays days a decision is kept
     * @param keptDecisions decisions that are kept at most
     */
    public record History(int keptDays, int keptDecisions) {}

    /**
     * What it decides by.
     *
     * @param nodeSilentMillis an agent that said nothing for this long is silent
     * @param acceptMillis time an agent has to accept grants
     * @param completeGangMillis time a half-bound gang has to be completed
     * @param gangFill true packs a gang on the fewest nodes, false spreads it
     * @param sharePack true puts shares on the fullest device that fits, false on the emptiest
     */
    public record Policy(
            long nodeSilentMillis, long acceptMillis, long completeGangMillis, boolean gangFill, boolean sharePack) {}

    /**
     * Reads flags and the file that {@code --config} names.
     *
     * @param environment the process's environment; only {@code HOME}, the {@code XDG_} folders and what the chart
     *     tells a pod of itself ({@code POD_NAME}, {@code POD_NAMESPACE}, {@code POD_IP}) are looked at
     * @throws ConfigException with all mistakes together
     */
    public static SchedulerConfig from(List<String> arguments, Map<String, String> environment) throws ConfigException {
        Settings settings = new Settings(SettingSources.from(arguments));
        Path stateDir = settings.read(
                "state-dir", StandardFolders.state(environment).resolve("scheduler"), SchedulerConfig::path);
        SchedulerConfig config = new SchedulerConfig(
                settings.read("mode", Mode.STANDALONE, SchedulerConfig::mode),
                stateDir.toAbsolutePath(),
                settings.read("token-file", stateDir.resolve("token"), SchedulerConfig::path)
                        .toAbsolutePath(),
                settings.read("runtime-dir", StandardFolders.runtime(environment), SchedulerConfig::path)
                        .toAbsolutePath(),
                new Listen(
                        settings.read("listen.host", "127.0.0.1", SchedulerConfig::loopback),
                        settings.readInt("listen.grpc-port", 7650, 0, 65_535),
                        settings.readInt("listen.http-port", 7651, 0, 65_535)),
                new Loop(
                        settings.readLong("loop.tick-millis", 100, 1, 60_000),
                        settings.readInt("loop.inbox-capacity", 20_000, 1, 1_000_000),
                        settings.readInt("loop.most-events-per-step", 5_000, 1, 1_000_000),
                        settings.readInt("loop.most-effects-in-flight", 20_000, 1, 1_000_000)),
                new Agents(settings.readLong("agents.heartbeat-period-millis", 1_000, 10, 60_000)),
                new History(
                        settings.readInt("history.kept-days", 7, 1, 3_650),
                        settings.readInt("history.kept-decisions", 100_000, 1, 10_000_000)),
                policy(settings),
                KubernetesConfig.read(settings, environment),
                environment.getOrDefault("POD_IP", ""),
                settings.readBoolean("metrics.volcano-names", true));
        settings.finish();
        return config;
    }

    private static Policy policy(Settings settings) {
        return new Policy(
                settings.readLong("policy.node-silent-millis", 10_000, 1, 3_600_000),
                settings.readLong("policy.accept-millis", 10_000, 1, 3_600_000),
                settings.readLong("policy.complete-gang-millis", 60_000, 1, 86_400_000),
                settings.readBoolean("policy.gang-fill", true),
                settings.readBoolean("policy.share-pack", true));
    }

    private static Mode mode(String text) {
        return switch (text) {
            case "standalone" -> Mode.STANDALONE;
            case "kubernetes" -> Mode.KUBERNETES;
            default ->
                throw new IllegalArgumentException(
                        "'" + ConfigFile.shown(text) + "' is no mode. Maybe standalone or kubernetes.");
        };
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a path is never empty. Maybe write one, or remove the key.");
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a path holds no NUL character. Maybe write it without.");
        }
        return Path.of(text);
    }

    private static String loopback(String host) {
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return host;
            }
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    "'" + ConfigFile.shown(host) + "' is not an address. Maybe use 127.0.0.1.", unknown);
        }
        throw new IllegalArgumentException(
                "'" + ConfigFile.shown(host) + "' is not a loopback address, and a scheduler that trusts a"
                        + " token file listens on loopback only. Maybe use 127.0.0.1.");
    }
}
