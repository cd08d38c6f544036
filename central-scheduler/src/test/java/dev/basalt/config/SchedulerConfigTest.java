package dev.basalt.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerConfigTest {
    private static final Map<String, String> HOME = Map.of("HOME", "/home/ada");

    @TempDir
    Path folder;

    @Test
    void standsOnTheseDefaults() throws Exception {
        var pod = new TreeMap<>(HOME);
        pod.putAll(Map.of("POD_NAME", "basalt-0", "POD_NAMESPACE", "team", "POD_IP", "10.0.0.7"));

        var config = SchedulerConfig.from(List.of(), pod);

        assertEquals(
                new SchedulerConfig(
                        SchedulerConfig.Mode.STANDALONE,
                        Path.of("/home/ada/.local/state/basalt/scheduler"),
                        Path.of("/home/ada/.local/state/basalt/scheduler/token"),
                        Path.of("/home/ada/.local/state/basalt/run"),
                        new SchedulerConfig.Listen("127.0.0.1", 7650, 7651),
                        new SchedulerConfig.Loop(100, 20_000, 5_000, 20_000),
                        new SchedulerConfig.Agents(1_000),
                        new SchedulerConfig.History(7, 100_000),
                        new SchedulerConfig.Policy(10_000, 10_000, 60_000, true, true),
                        new KubernetesConfig(
                                Optional.empty(),
                                List.of("basalt"),
                                new KubernetesConfig.Lease("team", "basalt-scheduler", 15_000, 10_000, 2_000),
                                "basalt-0",
                                "",
                                10_000,
                                64,
                                true),
                        "10.0.0.7",
                        true),
                config);
    }

    @Test
    void readsAListAsItsValuesWithCommasBetween() throws Exception {
        Path file = Files.writeString(folder.resolve("basalt.yaml"), """
                mode: kubernetes
                kubernetes:
                  scheduler-names: [basalt, volcano]
                """);

        var config = SchedulerConfig.from(List.of("--config", file.toString()), HOME);

        assertEquals(SchedulerConfig.Mode.KUBERNETES, config.mode());
        assertEquals(List.of("basalt", "volcano"), config.kubernetes().schedulerNames());
    }

    @Test
    void refusesALeaseThatALeaderCouldOutlive() {
        var refusal = assertThrows(
                ConfigException.class,
                () -> SchedulerConfig.from(
                        List.of(
                                "--kubernetes.lease-duration-millis=10500",
                                "--kubernetes.renew-deadline-millis=15000",
                                "--kubernetes.kubeconfig=/nowhere"),
                        HOME));

        assertThat(refusal.mistakes())
                .containsExactly(
                        "kubernetes.lease-duration-millis (--kubernetes.lease-duration-millis): 10500 is not one of"
                                + " 1000, 2000 ... 600000: a Lease counts in whole seconds. Maybe use 15000.",
                        "kubernetes.lease-duration-millis 15000 must be more than kubernetes.renew-deadline-millis"
                                + " 15000, and that more than kubernetes.retry-period-millis 2000. Maybe leave them"
                                + " out.",
                        "kubernetes.kubeconfig (--kubernetes.kubeconfig): '/nowhere' is not a file that can be read."
                                + " Maybe leave the key out inside a cluster.");
    }

    @Test
    void knowsEveryKeyThatItsUsageTellsOf() {
        List<String> nonsense = Pattern.compile("--([a-z.-]+) [A-Z|a-z]")
                .matcher(SchedulerConfig.USAGE)
                .results()
                .map(found -> found.group(1))
                .filter(key -> !key.equals("config"))
                .map(key -> "--" + key + "=nonsense")
                .toList();

        var refusal = assertThrows(ConfigException.class, () -> SchedulerConfig.from(nonsense, HOME));

        assertThat(nonsense).hasSize(32);
        assertThat(refusal.mistakes()).hasSize(25).noneMatch(mistake -> mistake.contains("is not a setting"));
    }

    @Test
    void letsAFlagGoOverTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("basalt.yaml"), """
                state-dir: /var/lib/basalt
                listen:
                  grpc-port: 9000
                  http-port: 9001
                policy: {gang-fill: false}
                """);

        var config = SchedulerConfig.from(List.of("--config", file.toString(), "--listen.grpc-port=0"), HOME);

        assertEquals(Path.of("/var/lib/basalt/token"), config.tokenFile());
        assertEquals(new SchedulerConfig.Listen("127.0.0.1", 0, 9001), config.listen());
        assertEquals(new SchedulerConfig.Policy(10_000, 10_000, 60_000, false, true), config.policy());
    }

    @Test
    void tellsAllMistakesTogether() throws Exception {
        Path file = Files.writeString(folder.resolve("basalt.yaml"), """
                listen: {host: 8.8.8.8, grpc-prot: 1}
                loop: {tick-millis: soon, inbox-capacity: -1}
                policy: {gang-fill: perhaps}
                """);

        var refusal =
                assertThrows(ConfigException.class, () -> SchedulerConfig.from(List.of("--config=" + file), HOME));

        String source = " (--config " + file + ")";
        assertEquals(
                List.of(
                        "listen.host" + source + ": '8.8.8.8' is not a loopback address, and a scheduler that trusts a"
                                + " token file listens on loopback only. Maybe use 127.0.0.1.",
                        "loop.tick-millis" + source + ": 'soon' is not a whole number.",
                        "loop.inbox-capacity" + source + ": -1 is too small, at least 1. Maybe a unit was mixed up.",
                        "policy.gang-fill" + source + ": 'perhaps' is neither true nor false.",
                        "listen.grpc-prot" + source + " is not a setting. Maybe listen.grpc-port is meant."),
                refusal.mistakes());
    }

    @Test
    void namesFlagsThatCannotBeRead() {
        var refusal = assertThrows(
                ConfigException.class,
                () -> SchedulerConfig.from(
                        List.of("start", "--listen.grpc-port=1", "--listen.grpc-port=2", "--state-dir"), HOME));

        assertEquals(
                List.of(
                        "'start' is not a flag. Maybe write --key value, for example --state-dir DIR.",
                        "--listen.grpc-port is given twice. Maybe remove one.",
                        "--state-dir has no value. Maybe write --state-dir VALUE."),
                refusal.mistakes());
    }

    @Test
    void refusesAFileThatIsNotYaml() throws Exception {
        Path file = Files.writeString(folder.resolve("basalt.yaml"), "listen: {grpc-port: [");

        var refusal =
                assertThrows(ConfigException.class, () -> SchedulerConfig.from(List.of("--config=" + file), HOME));

        assertEquals(1, refusal.mistakes().size());
        assertEquals(
                "--config " + file + " is not YAML",
                refusal.mistakes().getFirst().substring(0, ("--config " + file + " is not YAML").length()));
    }

    @Test
    void readsBackTheEndpointItWrote() throws Exception {
        var endpoint = new Endpoint("127.0.0.1", 7650, 7651, Path.of("/var/lib/basalt/token"), 42);
        Path file = folder.resolve("run").resolve(Endpoint.FILE_NAME);

        endpoint.write(file);

        assertEquals(endpoint, Endpoint.read(file));
        assertEquals(
                "rw-------",
                java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
}
