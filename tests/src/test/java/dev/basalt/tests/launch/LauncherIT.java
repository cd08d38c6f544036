package dev.basalt.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launchers as people start them, on what this build has just packaged. */
final class LauncherIT {
    private static final Path HOME = Path.of(System.getProperty("basalt.home", ""));
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    Path folder = Path.of("");

    /** How a command ended and what it wrote. */
    private record Ended(int code, String out, String err) {}

    @Test
    void runsThroughALinkFromAnyFolderAndBuildsNothingWhenTheBuildIsFresh() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("gangs"), HOME.resolve("basalt"));

        var ended = run(Map.of(), link.toString(), "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("Usage: basalt");
        assertThat(ended.err()).doesNotContain("building");
    }

    @Test
    void passesTheExitCodeOn() throws Exception {
        var ended = run(Map.of(), HOME.resolve("basalt").toString(), "no-such-command");

        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void startsBasaltSmiThroughALink() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("smi"), HOME.resolve("basalt-smi"));

        var ended = run(Map.of(), link.toString(), "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("basalt-smi");
    }

    @Test
    void takesTheJdkOfJavaHomeWhenItIsNewEnough() throws Exception {
        var jdk = fakeJdk("99.0.1");

        var ended = run(Map.of("JAVA_HOME", jdk.toString()), findJdk());

        assertThat(ended.out()).isEqualTo(jdk + "\n");
    }

    @Test
    void passesOverAJavaHomeThatIsTooOld() throws Exception {
        var jdk = fakeJdk("17.0.9");

        var ended = run(Map.of("JAVA_HOME", jdk.toString()), findJdk());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isNotBlank().doesNotContain(jdk.toString());
    }

    @Test
    void waitsForABuildWhoseLauncherWasKilled() throws Exception {
        Path clone = cloneThatBuilds("touch begun; sleep 2");
        Process first = new ProcessBuilder(clone.resolve("basalt").toString(), "version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> Files.exists(clone.resolve("begun")));
        first.destroyForcibly().waitFor();

        var second = run(Map.of(), clone.resolve("basalt").toString(), "version");

        assertThat(second.err()).contains("another build is running, waiting for it");
        assertThat(clone.resolve("two-builds-at-once")).doesNotExist();
        assertThat(Files.readString(clone.resolve("builds"))).isEqualTo("whole\n");
    }

    @Test
    void startsOverABuildThatWasKilled() throws Exception {
        Path clone = cloneThatBuilds("[ -e begun ] || { touch begun; sleep 600; }");
        Path half = clone.resolve("central-scheduler/target/classes/Half.class");
        Files.createDirectories(half.getParent());
        Files.createFile(half);
        Process first = new ProcessBuilder("setsid", clone.resolve("basalt").toString(), "version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> Files.exists(clone.resolve("begun")));
        run(Map.of(), "kill", "-9", "--", "-" + first.pid());
        first.waitFor();

        var second = run(Map.of(), clone.resolve("basalt").toString(), "version");

        assertThat(second.err()).contains("the last build was cut off, starting it over");
        assertThat(half).doesNotExist();
        assertThat(clone.resolve("target/build.unfinished")).doesNotExist();
        assertThat(Files.readString(clone.resolve("builds"))).isEqualTo("whole\n");
    }

    /** A folder with the real launcher in it, whose build does that and then lays out a program that ends at once. */
    private Path cloneThatBuilds(String work) throws IOException {
        Path clone = Files.createDirectories(folder.resolve("clone"));
        Files.createDirectories(clone.resolve(".mvn"));
        for (String file : List.of("basalt", ".mvn/find-jdk.sh", "pom.xml")) {
            Files.copy(HOME.resolve(file), clone.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String module : List.of("proto", "nvml-ffi", "state-store", "node-agent", "central-scheduler")) {
            Files.createDirectories(clone.resolve(module).resolve("src/main"));
            Files.createFile(clone.resolve(module).resolve("pom.xml"));
        }
        Files.writeString(clone.resolve("mvnw"), """
                #!/bin/sh
                mkdir building 2>/dev/null || touch two-builds-at-once
                trap 'rmdir building' EXIT
                %s
                for module in central-scheduler node-agent; do
                    mkdir -p $module/target/run/1 $module/target/native nvml-ffi/target/native
                    ln -sfn 1 $module/target/run/current
                    touch $module/target/run/1/built $module/target/native/.built nvml-ffi/target/native/.built
                done
                echo whole >> builds
                """.formatted(work));
        Files.setPosixFilePermissions(clone.resolve("mvnw"), PosixFilePermissions.fromString("rwxr-xr-x"));
        return clone;
    }

    @Test
    void endsASchedulerWellThatIsToldToStop() throws Exception {
        Process scheduler = new ProcessBuilder(
                        HOME.resolve("basalt").toString(),
                        "scheduler",
                        "--state-dir=" + folder.resolve("state"),
                        "--runtime-dir=" + folder.resolve("run"),
                        "--listen.grpc-port=0",
                        "--listen.http-port=0")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = scheduler.errorReader()) {
            assertThat(said.lines().anyMatch(line -> line.contains("leading epoch=")))
                    .isTrue();

            scheduler.toHandle().destroy(); // Process.destroy would close what it still has to say

            assertThat(said.lines().anyMatch(line -> line.contains("stopped state=")))
                    .isTrue();
            assertThat(scheduler.waitFor()).isZero();
        } finally {
            scheduler.destroyForcibly();
        }
    }

    private static String findJdk() {
        return HOME.resolve(".mvn/find-jdk.sh").toString();
    }

    /** Enough of a JDK for its version to be read; nothing of it runs. */
    private Path fakeJdk(String version) throws IOException {
        var jdk = folder.resolve("jdk-" + version);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (var tool : List.of("java", "javac")) {
            Files.createFile(
                    jdk.resolve("bin").resolve(tool),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        return jdk;
    }

    private Ended run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        var out = Files.createTempFile(folder, "out", ".txt");
        var err = Files.createTempFile(folder, "err", ".txt");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(String.join(" ", command) + " did not end. It wrote: "
                    + Files.readString(out) + Files.readString(err));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
