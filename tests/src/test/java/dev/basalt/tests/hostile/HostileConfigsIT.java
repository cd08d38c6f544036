package dev.basalt.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every file of settings in {@code tests/hostile/configs} ends its server before it starts, with the sentences that lie
 * beside it; {@code FILE} stands for its path. Each is the only one at fault: all that must be set is set by flags.
 */
class HostileConfigsIT {
    private static final Path CORPUS = Path.of(System.getProperty("basalt.home", ".."), "tests/hostile/configs");
    private static final int WRONG_SETTINGS = 2;

    @TempDir
    Path folder;

    /** How a server ended and what it printed. */
    private record Ended(int code, String said) {}

    @Test
    void refusesEveryHostileConfigOfTheSchedulerInItsSentences() throws Exception {
        everyConfigIsRefused("scheduler");
    }

    @Test
    void refusesEveryHostileConfigOfTheAgentInItsSentences() throws Exception {
        everyConfigIsRefused("agent");
    }

    @Test
    void refusesAConfigOfFiveMegabytesWithoutReadingIt() throws Exception {
        Path huge = Files.writeString(folder.resolve("huge.yaml"), "node: \"" + "9".repeat(5_000_000) + "\"\n");
        String expected = ": --config " + huge + " has 5000009 bytes, more than the 262144 that a file of settings may"
                + " have. Maybe another file is meant.\n";

        Ended scheduler = start("scheduler", huge);
        Ended agent = start("agent", huge);

        assertEquals(new Ended(WRONG_SETTINGS, "basalt scheduler" + expected), scheduler);
        assertEquals(new Ended(WRONG_SETTINGS, "basalt agent" + expected), agent);
    }

    private void everyConfigIsRefused(String server) throws IOException, InterruptedException {
        List<Path> configs = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS.resolve(server))) {
            files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(configs::add);
        }
        assertThat(configs).hasSizeGreaterThanOrEqualTo(15);

        for (Path config : configs) {
            Ended ended = start(server, config);

            String expected = Files.readString(Path.of(config.toString().replace(".yaml", ".expected")));
            assertEquals(new Ended(WRONG_SETTINGS, expected.replace("FILE", config.toString())), ended);
        }
        assertThat(folder.resolve(server)).doesNotExist();
    }

    private Ended start(String server, Path config) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dbasalt.home=" + System.getProperty("basalt.home"),
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(
                server.equals("scheduler")
                        ? List.of("dev.basalt.server.SchedulerMain", "--runtime-dir=" + folder.resolve("run"))
                        : List.of(
                                "dev.basalt.agent.AgentMain",
                                "--scheduler=127.0.0.1:1",
                                "--token-file=" + config,
                                "--supervisor=" + config));
        if (!Files.readString(config, java.nio.charset.StandardCharsets.ISO_8859_1)
                .startsWith("state-dir:")) {
            command.add("--state-dir=" + folder.resolve(server));
        }
        command.add("--config=" + config);
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        return new Ended(process.waitFor(), Files.readString(said));
    }
}
