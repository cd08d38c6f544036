package dev.basalt.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.TestPaths;
import dev.basalt.agent.disk.SealedFile;
import dev.basalt.agent.keep.LimitFolders;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.keep.LimitStore;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.run.ContainerStatus.Ended;
import dev.basalt.agent.run.ContainerStatus.Lost;
import dev.basalt.agent.run.ContainerStatus.Running;
import dev.basalt.agent.run.RunOrder.Member;
import dev.basalt.agent.wire.TaskWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of which a file was cut off or written over while no agent ran. Each has a neighbour that must not suffer. */
class DamagedTasksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ContainerKey HURT = new ContainerKey("hurt", "main");
    private static final ContainerKey WELL = new ContainerKey("well", "main");
    private static final byte[] GARBAGE = {(byte) 0xff, 0, '\n', (byte) 0xc3, '='};

    @TempDir
    Path root;

    private TaskBook tasks;

    @BeforeEach
    void open() throws IOException {
        tasks = reopened();
        tasks.run(order(WELL, "sleep 600"));
        await().atMost(PATIENCE).until(() -> status(WELL) instanceof Running);
    }

    @AfterEach
    void end() {
        tasks.views().keySet().forEach(tasks::release);
        await().atMost(PATIENCE).until(() -> {
            tasks.poll();
            return tasks.views().isEmpty();
        });
    }

    @Test
    void keepsAnExitCodeThoughTheRecordOfItsStartIsGarbage() throws IOException {
        tasks.run(order(HURT, "exit 7"));
        await().atMost(PATIENCE).until(() -> status(HURT).over());

        Files.write(file("start"), GARBAGE);
        tasks = reopened();

        assertThat(status(HURT))
                .isInstanceOfSatisfying(
                        Ended.class, ended -> assertThat(ended.code()).isEqualTo(7));
        assertThat(status(WELL)).isInstanceOf(Running.class);
    }

    @Test
    void tellsAnExitThatCannotBeReadAsLostAndNamesTheFile() throws IOException {
        tasks.run(order(HURT, "exit 7"));
        await().atMost(PATIENCE).until(() -> status(HURT).over());

        Files.write(file("exit"), GARBAGE);
        tasks = reopened();

        assertThat(status(HURT))
                .isEqualTo(new Lost("its exit cannot be read: 'code' in " + file("exit")
                        + " must be a number, have ''. Maybe the disk failed, or another program wrote there"));
        assertThat(status(WELL)).isInstanceOf(Running.class);
    }

    @Test
    void endsATaskOfWhichNobodyCanTellWhoRunsItAndTakesItsSupervisorsWordForHow() throws IOException {
        ProcessHandle process = runHurt();

        Files.write(file("start"), GARBAGE);
        tasks = reopened();
        await().atMost(PATIENCE).until(() -> status(HURT).over());

        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertThat(status(HURT))
                .isInstanceOfSatisfying(
                        Ended.class, ended -> assertThat(ended.signal()).isEqualTo(9));
        assertThat(status(WELL)).isInstanceOf(Running.class);
    }

    @Test
    void tellsATaskAsLostWhoseStartIsGarbageAndWhoseSupervisorIsGone() throws IOException {
        ProcessHandle process = runHurt();
        var start = ((Running) status(HURT)).start();
        ProcessHandle.of(start.guard().pid()).orElseThrow().destroyForcibly();
        ProcessHandle.of(start.supervisor().pid()).orElseThrow().destroyForcibly();

        Files.write(file("start"), GARBAGE);
        tasks = reopened();
        await().atMost(PATIENCE).until(() -> status(HURT).over());

        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertThat(status(HURT))
                .isInstanceOfSatisfying(
                        Lost.class,
                        lost -> assertThat(lost.reason())
                                .contains(
                                        "nobody can tell who runs it",
                                        file("start").toString()));
        assertThat(status(WELL)).isInstanceOf(Running.class);
    }

    @Test
    void endsWhatRunsOfATaskWhoseOrderIsCutOff() throws IOException {
        ProcessHandle process = runHurt();

        byte[] whole = Files.readAllBytes(file("run.order"));
        Files.write(file("run.order"), Arrays.copyOf(whole, whole.length / 2));
        tasks = reopened();

        await().atMost(PATIENCE).until(() -> {
            tasks.poll();
            return !process.isAlive();
        });
        assertThat(tasks.views().keySet()).containsExactly(WELL);
        assertThat(status(WELL)).isInstanceOf(Running.class);
    }

    @Test
    void harmsNoTaskWhoseOrderIsOfANewerFormatButDoesNotStart() throws IOException {
        ProcessHandle process = runHurt();
        byte[] content = SealedFile.read(file("run.order"), 1);

        SealedFile.replace(file("run.order"), 2, content, "rw-------");

        assertThatThrownBy(this::reopened)
                .hasMessageContainingAll(file("run.order").toString(), "format 2");
        assertThat(process.isAlive()).isTrue();
    }

    private ProcessHandle runHurt() {
        tasks.run(order(HURT, "sleep 600"));
        await().atMost(PATIENCE).until(() -> status(HURT) instanceof Running);
        long pid = ((Running) status(HURT)).start().child().pid();
        return ProcessHandle.of(pid).orElseThrow();
    }

    private Path file(String name) {
        return root.resolve("tasks")
                .resolve(HURT.podUid())
                .resolve(HURT.container())
                .resolve(name);
    }

    private ContainerStatus status(ContainerKey key) {
        tasks.poll();
        return Objects.requireNonNull(tasks.views().get(key)).status();
    }

    private TaskBook reopened() throws IOException {
        var limits = new LimitKeeper(new LimitStore(root), new LimitFolders(root.resolve("limits")), () -> 0);
        return new TaskBook(
                root.resolve("tasks"), new TaskWire(), new Supervisor(TestPaths.supervisor()), limits, "node-a");
    }

    private static RunOrder order(ContainerKey key, String script) {
        return new RunOrder(
                key,
                new Member("team", "train-0", "gang-uid", "train", "worker", 0, 0, 1),
                List.of("sh", "-c", script),
                List.of(),
                "",
                List.of(),
                50,
                200,
                new Revision(1, 1),
                Phase.MAIN);
    }
}
