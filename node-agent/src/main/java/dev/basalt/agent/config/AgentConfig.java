package dev.basalt.agent.config;

import dev.basalt.agent.disk.SafeName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an operator sets. Read once; nothing else reads flags or files of settings.
 *
 * @param scheduler where the scheduler listens, {@code host:port}
 * @param tokenFile file with the token this agent shows; read anew for each connection
 * @param tlsCaFile certificate authority of the scheduler; without it the scheduler must be on loopback
 * @param node name of this node
 * @param stateDir where the agent keeps all it must remember; one agent for each
 * @param nvmlLibrary library to load instead of the driver's
 * @param fakeProfile a machine profile to run on instead of a driver
 * @param heartbeatPeriodMillis between two heartbeats until the scheduler says otherwise, and between two samples
 * @param hangAfterMillis a driver call that takes longer counts as hanging
 * @param labels of the node
 * @param cpuMilli to give away, in thousandths of a core
 * @param memoryMib of the host to give away
 * @param maxPods at most so many pods on the node
 * @param maxPodsPerGpu at most so many pods on one GPU
 * @param mode for whom it works
 * @param nodeUid UID of the node's object in Kubernetes mode; without it the agent makes one of its own
 * @param executor whether this agent runs tasks itself; never in Kubernetes mode, where the kubelet does
 * @param supervisor the program that owns a task's processes
 */
public record AgentConfig(
        String scheduler,
        Path tokenFile,
        Optional<Path> tlsCaFile,
        String node,
        Path stateDir,
        Optional<Path> nvmlLibrary,
        Optional<String> fakeProfile,
        long heartbeatPeriodMillis,
        long hangAfterMillis,
        SortedMap<String, String> labels,
        long cpuMilli,
        long memoryMib,
        long maxPods,
        long maxPodsPerGpu,
        Mode mode,
        Optional<String> nodeUid,
        boolean executor,
        Path supervisor) {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\s]+):([0-9]{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final long MILLI_PER_CORE = 1000;
    private static final long KIB_PER_MIB = 1024;

    /** What {@code --help} prints. */
    public static final String USAGE = """
            usage: basalt agent --scheduler HOST:PORT --token-file FILE --state-dir FOLDER [--config FILE] [flags]

            Each flag is also a key of the YAML file that --config names; a flag wins over the file.
              --scheduler HOST:PORT          where the scheduler listens (required)
              --token-file FILE              file with the token to show (required)
              --state-dir FOLDER             where the agent keeps what it must remember (required)
              --node NAME                    name of this node (default: the host's name)
              --label NAME=VALUE             label of the node; any number of times ('label:' with names and values in YAML)
              --fake PROFILE                 run on a fake driver: a profile's name, or a file of your own
              --nvml-library FILE            library to load instead of the driver's libnvidia-ml.so.1
              --heartbeat-period-millis N    100 to 60000 (default 1000)
              --hang-after-millis N          a driver call that takes longer counts as hanging, 1000 to 600000 (default 10000)
              --cpu-milli N                  thousandths of cores to give away (default: all)
              --memory-mib N                 memory of the host to give away (default: all)
              --max-pods N                   pods on the node, 1 to 100000 (default 110)
              --max-pods-per-gpu N           pods that may share a GPU, 1 to 1000 (default 10)
              --mode standalone|kubernetes   whether this agent runs tasks, or a kubelet does (default standalone)
              --node-uid UID                 UID of the node's object, in mode kubernetes (default: one of its own)
              --executor true|false          run tasks as local processes (default true; in mode kubernetes false)
              --supervisor FILE              program that owns a task's processes (default: the one built with Basalt)
              --tls-ca-file FILE             certificate authority of the scheduler; needed when it is not on loopback
            """;

    /** For whom an agent works. */
    public enum Mode {
        STANDALONE,
        /**
         * A kubelet runs the pods. This agent keeps and answers for limits; it does not hand devices to containers yet,
         * so that a grant comes in force with its commit.
         */
        KUBERNETES
    }

    public AgentConfig {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** What came of reading. */
    public sealed interface Reading {
        record Ready(AgentConfig config) implements Reading {}

        /** Every mistake, each a sentence. */
        record Wrong(List<String> mistakes) implements Reading {}
    }

    /** Reads flags and the file that they name. */
    public static Reading read(List<String> arguments) {
        var settings = new Settings(arguments, List.of("label"));
        Mode mode = settings.read("mode", Mode.STANDALONE, AgentConfig::mode);
        var config = new AgentConfig(
                settings.require("scheduler", "127.0.0.1:1", "--scheduler 127.0.0.1:7650", AgentConfig::address),
                settings.require("token-file", Path.of("/"), "--token-file FILE", AgentConfig::readable),
                settings.read("tls-ca-file", AgentConfig::readable),
                settings.read("node", hostName(), AgentConfig::nodeName),
                settings.require("state-dir", Path.of("/"), "--state-dir /var/lib/basalt/agent", AgentConfig::path),
                settings.read("nvml-library", AgentConfig::readable),
                settings.read("fake", Settings::notEmpty),
                settings.read("heartbeat-period-millis", 1000L, Settings.between(100, 60_000)),
                settings.read("hang-after-millis", 10_000L, Settings.between(1000, 600_000)),
                settings.readMap("label"),
                settings.read("cpu-milli", allCpuMilli(), Settings.between(1, 10_000_000)),
                settings.read("memory-mib", allMemoryMib(), Settings.between(1, 1L << 30)),
                settings.read("max-pods", 110L, Settings.between(1, 100_000)),
                settings.read("max-pods-per-gpu", 10L, Settings.between(1, 1000)),
                mode,
                settings.read("node-uid", Settings::notEmpty),
                settings.read("executor", mode == Mode.STANDALONE, Settings::truth),
                settings.read("supervisor", builtSupervisor(), AgentConfig::readable));
        if (config.nvmlLibrary.isPresent() && config.fakeProfile.isPresent()) {
            settings.mistake("nvml-library and fake exclude each other. Maybe leave out one of them");
        }
        if (config.tlsCaFile.isEmpty() && !isLoopback(config.scheduler)) {
            settings.mistake(
                    "scheduler " + config.scheduler + " is not on loopback, and a token is never sent in the clear."
                            + " Maybe use 127.0.0.1, or set --tls-ca-file");
        }
        if (mode == Mode.KUBERNETES && config.executor) {
            settings.mistake("executor true and mode kubernetes exclude each other: there the kubelet runs pods."
                    + " Maybe leave executor out");
        }
        List<String> mistakes = settings.mistakes();
        return mistakes.isEmpty() ? new Reading.Ready(config) : new Reading.Wrong(mistakes);
    }

    private static Mode mode(String text) {
        return switch (text) {
            case "standalone" -> Mode.STANDALONE;
            case "kubernetes" -> Mode.KUBERNETES;
            default -> throw new IllegalArgumentException("must be standalone or kubernetes");
        };
    }

    private static String address(String text) {
        var match = ADDRESS.matcher(text.strip());
        if (!match.matches() || Integer.parseInt(match.group(2)) > MAX_PORT) {
            throw new IllegalArgumentException("must look like host:port");
        }
        return text.strip();
    }

    private static boolean isLoopback(String address) {
        String host = address.substring(0, address.lastIndexOf(':'));
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private static String nodeName(String text) {
        if (!SafeName.isSafe(text)) {
            throw new IllegalArgumentException("must be letters, digits, '.', '-' and '_'");
        }
        return text;
    }

    private static Path path(String text) {
        return Path.of(Settings.notEmpty(text)).toAbsolutePath().normalize();
    }

    private static Path readable(String text) {
        Path path = path(text);
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException("must name a file that can be read");
        }
        return path;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private static long allCpuMilli() {
        return Runtime.getRuntime().availableProcessors() * MILLI_PER_CORE;
    }

    /** From {@code MemTotal: 24689940 kB} of proc_meminfo(5). */
    private static long allMemoryMib() {
        try {
            String line = Files.readAllLines(Path.of("/proc/meminfo")).getFirst();
            return Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB_PER_MIB;
        } catch (IOException notLinux) {
            return Runtime.getRuntime().maxMemory() >> 20;
        }
    }

    private static Path builtSupervisor() {
        return Path.of(System.getProperty("basalt.home", "."), "node-agent/target/native/basalt-supervisor")
                .toAbsolutePath()
                .normalize();
    }
}
