package dev.basalt.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tests/kube/build} says where it cannot build. Needs neither Go nor Kubernetes. */
final class KubeScriptsIT {
    private static final Path SCRIPTS = Path.of(System.getProperty("basalt.home", ""), "tests", "kube");
    /** What the scripts call before they look for Go. */
    private static final List<String> COMMANDS = List.of("bash", "dirname", "awk", "sed");

    @TempDir
    Path folder = Path.of("");

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void makeAPathWithoutGo() throws IOException {
        for (String command : COMMANDS) {
            Path stand =
                    Files.writeString(folder.resolve(command), "#!/bin/sh\nexec " + whereIs(command) + " \"$@\"\n");
            Files.setPosixFilePermissions(stand, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void saysHowToGetGoWhereThereIsNone() throws Exception {
        assertEquals(
                new Ended(
                        1,
                        "",
                        "build: Kubernetes is built from source and there is no go on the PATH."
                                + " Maybe install Go 1.26 or newer from https://go.dev/dl and try again.\n"),
                build("1.36"));
    }

    @Test
    void namesTheVersionsItKnowsWhenAskedForAnother() throws Exception {
        assertEquals(
                new Ended(1, "", "build: BASALT_KUBE=1.30 is not pinned here. Maybe one of: 1.34 1.36.\n"),
                build("1.30"));
    }

    private Ended build(String version) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(SCRIPTS.resolve("build").toString());
        builder.environment().put("PATH", folder.toString());
        builder.environment().put("BASALT_KUBE", version);
        builder.environment().put("BASALT_KUBE_CACHE", folder.resolve("cache").toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private static Path whereIs(String command) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .map(entry -> Path.of(entry, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
