package dev.basalt.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.agent.config.AgentConfig.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentConfigTest {
    @TempDir
    Path folder;

    private Path token;

    @BeforeEach
    void writeToken() throws IOException {
        token = Files.writeString(folder.resolve("token"), "secret");
    }

    @Test
    void defaultsAreThese() {
        AgentConfig config = ready(required("--node=n", "--cpu-milli=4000", "--memory-mib=8192"));

        assertThat(config)
                .isEqualTo(new AgentConfig(
                        "127.0.0.1:7650",
                        token,
                        Optional.empty(),
                        "n",
                        Path.of("/var/lib/basalt/agent"),
                        Optional.empty(),
                        Optional.empty(),
                        1000,
                        10_000,
                        new TreeMap<>(),
                        4000,
                        8192,
                        110,
                        10,
                        AgentConfig.Mode.STANDALONE,
                        Optional.empty(),
                        true,
                        Path.of(System.getProperty("basalt.home", "."), "node-agent/target/native/basalt-supervisor")
                                .toAbsolutePath()
                                .normalize()));
    }

    @Test
    void takesEverythingFromAFileAndLetsFlagsWin() throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), """
                scheduler: localhost:7650
                token-file: %s
                state-dir: /srv/basalt
                node: from-file
                fake: dgxa100
                max-pods-per-gpu: 4
                label:
                  zone: a
                  rack: "7"
                """.formatted(token));

        AgentConfig config = ready(List.of("--config", file.toString(), "--node", "from-flag", "--label=zone=b"));

        assertThat(config.scheduler()).isEqualTo("localhost:7650");
        assertThat(config.node()).isEqualTo("from-flag");
        assertThat(config.fakeProfile()).contains("dgxa100");
        assertThat(config.maxPodsPerGpu()).isEqualTo(4);
        assertThat(config.labels()).isEqualTo(Map.of("zone", "b", "rack", "7"));
    }

    @Test
    void tellsAllMistakesAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), """
                heartbeat-period-milis: 5
                hang-after-millis: soon
                max-pods: [1]
                """);

        List<String> mistakes = wrong(List.of(
                "--config=" + file, "--scheduler=10.0.0.1:7650", "--token-file=/no/such", "--node=a b", "stray"));

        assertThat(mistakes)
                .containsExactlyInAnyOrder(
                        "'stray' is not a flag. Maybe '--stray' was meant",
                        "max-pods in " + file + " must be a single value, have [1]",
                        "--token-file must name a file that can be read, have '/no/such'",
                        "--node must be letters, digits, '.', '-' and '_', have 'a b'",
                        "state-dir is missing. Maybe set --state-dir /var/lib/basalt/agent",
                        "hang-after-millis in " + file + " must be a whole number, have 'soon'",
                        "scheduler 10.0.0.1:7650 is not on loopback, and a token is never sent in the clear."
                                + " Maybe use 127.0.0.1, or set --tls-ca-file",
                        "heartbeat-period-milis in " + file
                                + " is not a setting. Maybe one of cpu-milli, executor, fake,"
                                + " hang-after-millis, heartbeat-period-millis, label, max-pods, max-pods-per-gpu,"
                                + " memory-mib, mode, node, node-uid, nvml-library, scheduler, state-dir, supervisor,"
                                + " tls-ca-file, token-file");
    }

    @Test
    void runsNoTasksInKubernetesModeAndSaysSoWhenAskedTo() {
        AgentConfig config = ready(required("--mode=kubernetes", "--node-uid=0c5e", "--node=node-1"));

        List<String> mistakes = wrong(required("--mode=kubernetes", "--executor=true"));

        assertThat(config.mode()).isEqualTo(AgentConfig.Mode.KUBERNETES);
        assertThat(config.executor()).isFalse();
        assertThat(config.nodeUid()).contains("0c5e");
        assertThat(mistakes)
                .containsExactly("executor true and mode kubernetes exclude each other: there the kubelet runs pods."
                        + " Maybe leave executor out");
    }

    @Test
    void refusesAKeyThatStandsTwiceInTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("agent.yaml"), "node: a\nnode: b\n");

        List<String> mistakes = wrong(required("--config=" + file));

        assertThat(mistakes).singleElement().asString().contains("is not YAML").contains("node");
    }

    @Test
    void refusesNumbersOutOfRangeAndNamesTheLimit() {
        List<String> mistakes =
                wrong(required("--heartbeat-period-millis=5", "--max-pods-per-gpu=99999999999999999999"));

        assertThat(mistakes)
                .containsExactlyInAnyOrder(
                        "--heartbeat-period-millis is too small, must be at least 100, have '5'",
                        "--max-pods-per-gpu is too large, must be at most 1000, have '99999999999999999999'");
    }

    @Test
    void namesTheUsualPortWhereTheSchedulerIsMissing() {
        assertThat(wrong(List.of("--token-file=" + token, "--state-dir=/var/lib/basalt/agent")))
                .containsExactly("scheduler is missing. Maybe set --scheduler 127.0.0.1:7650");
    }

    private List<String> required(String... more) {
        var all = new ArrayList<>(
                List.of("--scheduler=127.0.0.1:7650", "--token-file=" + token, "--state-dir=/var/lib/basalt/agent"));
        all.addAll(List.of(more));
        return all;
    }

    private static AgentConfig ready(List<String> arguments) {
        return switch (AgentConfig.read(arguments)) {
            case Reading.Ready ready -> ready.config();
            case Reading.Wrong wrong ->
                throw new AssertionError(wrong.mistakes().toString());
        };
    }

    private static List<String> wrong(List<String> arguments) {
        return switch (AgentConfig.read(arguments)) {
            case Reading.Ready ready -> throw new AssertionError(ready.config().toString());
            case Reading.Wrong wrong -> wrong.mistakes();
        };
    }
}
