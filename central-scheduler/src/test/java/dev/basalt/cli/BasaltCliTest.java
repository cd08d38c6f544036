package dev.basalt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.cli.command.Context;
import dev.basalt.cli.text.Screen;
import dev.basalt.config.Endpoint;
import dev.basalt.manifest.text.YamlText;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.GetJobRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BasaltCliTest {
    @TempDir
    Path folder = Path.of("");

    private final FakeAdmin admin = start();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static FakeAdmin start() {
        try {
            return new FakeAdmin();
        } catch (IOException noPort) {
            throw new java.io.UncheckedIOException(noPort);
        }
    }

    @BeforeEach
    void announceTheScheduler() throws IOException {
        announce(FakeAdmin.TOKEN, ProcessHandle.current().pid());
    }

    @AfterEach
    void stopTheScheduler() {
        admin.close();
    }

    @Test
    void listsJobsOfAllPagesInAPlainTable() {
        int exitCode = basalt("get", "jobs");

        assertThat(out.toString()).isEqualTo("""
                        JOB            QUEUE     PHASE    RUNNING  GPUS  WHERE  AGE       WHY
                        default/train  research  Running  0/0      -     -      1 m 30 s  -
                        default/wide   research  Pending  0/0      -     -      1 m 30 s  needs 16 GPUs on one node, the largest has 8
                        """);
        assertThat(exitCode).isZero();
    }

    @Test
    void printsOneJobAsYaml() {
        int exitCode = basalt("get", "job", "train", "-o", "yaml");

        assertThat(out.toString())
                .contains("name: namespaces/default/jobs/train\n")
                .contains("phase: GANG_PHASE_RUNNING\n");
        assertThat(exitCode).isZero();
    }

    @Test
    void printsNamesForScripts() {
        basalt("get", "jobs", "-o", "name");

        assertThat(out.toString()).isEqualTo("namespaces/default/jobs/train\nnamespaces/default/jobs/wide\n");
    }

    @Test
    void saysWhatDoesNotExistWithAnExitCodeOfItsOwn() {
        int exitCode = basalt("get", "job", "team-a/missing");

        assertThat(err.toString())
                .isEqualTo("basalt: namespaces/team-a/jobs/missing does not exist."
                        + " Maybe list jobs with 'basalt get jobs'.\n");
        assertThat(exitCode).isEqualTo(4);
        assertThat(admin.asked)
                .containsExactly(GetJobRequest.newBuilder()
                        .setName("namespaces/team-a/jobs/missing")
                        .build());
    }

    @Test
    void refusesToWatchSeveralNamesInPlaceOfFollowingTheFirst() {
        int exitCode = basalt("get", "jobs", "train", "wide", "--watch");

        assertThat(err.toString())
                .isEqualTo(
                        "basalt: --watch follows one name or all, not 2." + " Maybe leave the names out and filter.\n");
        assertThat(exitCode).isEqualTo(2);
        assertThat(admin.asked).isEmpty();
    }

    @Test
    void showsEveryFindingWithItsPlaceAndFailsWhenAnObjectIsRejected() {
        int exitCode = basalt("apply", "-f", "-", "-n", "team-a");

        assertThat(out.toString()).isEqualTo("Job default/train: created\nJob default/broken: rejected\n");
        assertThat(err.toString())
                .isEqualTo("  error: standard input:9: spec.tasks[0].replicas '-3' is outside 0..100000."
                        + " Maybe write a number in that range.\n");
        assertThat(exitCode).isEqualTo(1);
        ApplyRequest asked = (ApplyRequest) admin.asked.getFirst();
        assertThat(asked.getManifests().toStringUtf8()).isEqualTo("typed");
        assertThat(asked.getDefaultNamespace()).isEqualTo("team-a");
    }

    @Test
    void appliesTheManifestsOfAFolderByName() throws IOException {
        Path manifests = Files.createDirectories(folder.resolve("manifests"));
        Files.writeString(manifests.resolve("b.yaml"), "second");
        Files.writeString(manifests.resolve("a.json"), "first");
        Files.writeString(manifests.resolve("notes.txt"), "not one");

        basalt("apply", "-f", manifests.toString());

        assertThat(admin.asked)
                .map(request -> ((ApplyRequest) request).getManifests().toStringUtf8())
                .containsExactly("first", "second");
    }

    @Test
    void saysThatAFileDoesNotExist() {
        Path missing = folder.resolve("missing.yaml");

        int exitCode = basalt("apply", "-f", missing.toString());

        assertThat(err.toString())
                .isEqualTo("basalt: " + missing + " does not exist. Maybe check its name and your permissions.\n");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void showsTheFieldsThatTheServerRefused() {
        int exitCode = basalt("delete", "job", "train");

        assertThat(err.toString()).isEqualTo("""
                        basalt: the job cannot be deleted like this
                          grace_millis: is longer than a year. Maybe use 30000.
                        """);
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void putsTheTaskBeforeEveryLineOfAllLogs() {
        int exitCode = basalt("logs", "train");

        assertThat(out.toString()).isEqualTo("worker-0 | epoch 1\nworker-0 | epoch 2\nworker-1 | ready");
        assertThat(exitCode).isZero();
    }

    @Test
    void printsTheLogOfOneTaskAsItIs() {
        basalt("logs", "train/worker-0");

        assertThat(out.toString()).isEqualTo("epoch 1\nepoch 2\nready");
    }

    @Test
    void saysWhereItLookedWhenNoSchedulerRuns() throws IOException {
        Path file = Endpoint.wellKnown(environment());
        Files.delete(file);

        int exitCode = basalt("get", "jobs");

        assertThat(err.toString())
                .isEqualTo("basalt: no scheduler of yours runs here (" + file + " does not exist). Maybe start one with"
                        + " './basalt demo --keep' or './basalt scheduler', or name one with --server and"
                        + " --token-file.\n");
        assertThat(exitCode).isEqualTo(3);
    }

    @Test
    void saysThatTheTokenIsNotAccepted() throws IOException {
        announce("wrong", ProcessHandle.current().pid());

        int exitCode = basalt("get", "jobs");

        assertThat(err.toString())
                .isEqualTo("basalt: the scheduler at 127.0.0.1:" + admin.port()
                        + " does not accept the token: wrong token. Maybe name its token file with --token-file.\n");
        assertThat(exitCode).isEqualTo(3);
    }

    @Test
    void givesTheAdviceOfTheSchedulerAloneWhereItGivesAny() throws IOException {
        announce(FakeAdmin.STRANGE_TOKEN, ProcessHandle.current().pid());

        basalt("get", "jobs");

        assertThat(err.toString())
                .isEqualTo("basalt: the scheduler at 127.0.0.1:" + admin.port()
                        + " does not accept the token: the token is not this scheduler's."
                        + " Maybe the token file is of another scheduler.\n");
    }

    @Test
    void saysThatANumberIsTooLargeAndTheLimit() {
        int exitCode = basalt("logs", "train", "--tail", "99999999999999999999999");

        assertThat(err.toString())
                .startsWith("Invalid value for option '--tail': 99999999999999999999999 is too large, at most"
                        + " 2147483647");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void takesNoLargerManifestThanTheSchedulerReads() throws IOException {
        Path large = folder.resolve("large.yaml");
        Files.write(large, new byte[YamlText.MAX_TEXT_BYTES + 1]);

        int exitCode = basalt("apply", "-f", large.toString());

        assertThat(err.toString())
                .isEqualTo("basalt: " + large + " is larger than 3 MiB. Maybe split it into several files.\n");
        assertThat(exitCode).isEqualTo(2);
        assertThat(admin.asked).isEmpty();
    }

    @Test
    void endsAJobWithTheGraceThatIsAskedFor() {
        basalt("delete", "job", "train", "--grace-period", "5");

        assertThat(((DeleteJobRequest) admin.asked.getFirst()).getGraceMillis()).isEqualTo(5_000);
    }

    @Test
    void refusesAGraceForWhatDoesNotRun() {
        int exitCode = basalt("delete", "queue", "research", "--grace-period", "5");

        assertThat(err.toString())
                .isEqualTo("basalt: --grace-period is for jobs; queues have nothing that runs. Maybe leave it out.\n");
        assertThat(exitCode).isEqualTo(2);
        assertThat(admin.asked).isEmpty();
    }

    @Test
    void neverSendsATokenToAnotherMachine() {
        int exitCode = basalt("get", "jobs", "--server", "192.0.2.1:7650", "--token-file", token().toString());

        assertThat(err.toString()).contains("a token is never sent in the clear");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        int exitCode = basalt("descrbe");

        assertThat(err.toString()).contains("Did you mean: basalt describe");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void saysThatKubernetesIsNotThereYet() {
        int exitCode = basalt("demo", "--kubernetes");

        assertThat(err.toString()).contains("comes with the Kubernetes road");
        assertThat(exitCode).isEqualTo(2);
    }

    private int basalt(String... arguments) {
        Screen screen = new Screen(new PrintWriter(out), new PrintWriter(err), false);
        var typed = new ByteArrayInputStream("typed".getBytes(StandardCharsets.UTF_8));
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(FakeAdmin.NOW_UNIX_MILLIS));
        int exitCode = BasaltCli.run(new Context(screen, typed, environment(), clock), arguments);
        screen.out().flush();
        screen.err().flush();
        return exitCode;
    }

    private Map<String, String> environment() {
        return Map.of("XDG_RUNTIME_DIR", folder.toString(), "HOME", folder.toString());
    }

    private Path token() {
        return folder.resolve("token");
    }

    private void announce(String token, long pid) throws IOException {
        Files.writeString(token(), token + "\n");
        new Endpoint("127.0.0.1", admin.port(), 0, token(), pid).write(Endpoint.wellKnown(environment()));
    }
}
