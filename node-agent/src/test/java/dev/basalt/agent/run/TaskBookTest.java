package dev.basalt.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.TestPaths;
import dev.basalt.agent.keep.LimitFolders;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.keep.LimitStore;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Limits;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.run.ContainerStatus.Ended;
import dev.basalt.agent.run.ContainerStatus.Lost;
import dev.basalt.agent.run.RunOrder.Member;
import dev.basalt.agent.run.TaskBook.TaskView;
import dev.basalt.agent.wire.TaskWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of tasks, with real processes, over restarts of the book that keeps them. */
class TaskBookTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Revision NOW = new Revision(1, 1);

    @TempDir
    Path root;

    private LimitKeeper limits;
    private TaskBook tasks;
    private final List<TaskEvent> events = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        limits = new LimitKeeper(new LimitStore(root), new LimitFolders(root.resolve("limits")), () -> 0);
        tasks = reopened();
    }

    @Test
    void runsInitContainersInOrderAndThenTheMainOnes() throws IOException {
        run("first", Phase.INIT, "sleep 0.2; echo first >> " + root.resolve("order"));
        run("second", Phase.INIT, "echo second >> " + root.resolve("order"));
        run("main", Phase.MAIN, "echo main >> " + root.resolve("order"));

        awaitOver("main");

        assertThat(Files.readAllLines(root.resolve("order"))).containsExactly("first", "second", "main");
    }

    @Test
    void neverStartsMainContainersAfterAnInitContainerFailed() {
        run("first", Phase.INIT, "exit 2");
        run("main", Phase.MAIN, "echo never");

        assertThat(awaitOver("main")).isEqualTo(new Lost("init container first before it did not succeed"));
    }

    @Test
    void stopsSidecarsWhenTheWorkIsOver() {
        run("proxy", Phase.RESTARTABLE_INIT, "sleep 600");
        run("main", Phase.MAIN, "exit 0");

        assertThat(awaitOver("proxy"))
                .isInstanceOfSatisfying(
                        Ended.class, ended -> assertThat(ended.stopped()).isTrue());
    }

    @Test
    void runsAnOrderOnceThatArrivesTwice() throws IOException {
        run("main", Phase.MAIN, "echo ran");
        run("main", Phase.MAIN, "echo ran");
        awaitOver("main");

        run("main", Phase.MAIN, "echo ran");
        tasks.poll();

        assertThat(Files.readString(tasks.output(key("main")).orElseThrow())).isEqualTo("ran\n");
    }

    @Test
    void goesOnWhereTheLastBookStopped() throws IOException {
        run("first", Phase.INIT, "until [ -e " + root.resolve("flag") + " ]; do sleep 0.05; done");
        run("main", Phase.MAIN, "exit 3");
        awaitStatus("first", ContainerStatus.Running.class);

        tasks = reopened();
        Files.createFile(root.resolve("flag"));

        assertThat(awaitOver("main"))
                .isInstanceOfSatisfying(
                        Ended.class, ended -> assertThat(ended.code()).isEqualTo(3));
    }

    @Test
    void startsAnOrderThatWasStoredButNotBegunByTheLastBook() {
        tasks.run(order("main", Phase.MAIN, List.of("sh", "-c", "exit 8")));

        tasks = assertReopens();

        assertThat(awaitOver("main"))
                .isInstanceOfSatisfying(
                        Ended.class, ended -> assertThat(ended.code()).isEqualTo(8));
    }

    @Test
    void tellsAnEndAgainToWhoeverAsksUntilItIsReleased() {
        run("main", Phase.MAIN, "exit 4");
        awaitOver("main");

        tasks = assertReopens();

        assertThat(tasks.everything()).singleElement().isInstanceOf(TaskEvent.Exited.class);
        tasks.release(key("main"));
        assertThat(tasks.poll()).containsExactly(new TaskEvent.Forgotten(key("main")));
        assertThat(assertReopens().everything()).isEmpty();
    }

    @Test
    void endsATaskThatIsReleasedWhileItRuns() {
        run("main", Phase.MAIN, "trap '' TERM; sleep 600");
        awaitStatus("main", ContainerStatus.Running.class);

        tasks.release(key("main"));

        await().atMost(PATIENCE).until(() -> {
            events.addAll(tasks.poll());
            return events.contains(new TaskEvent.Forgotten(key("main")));
        });
        assertThat(root.resolve("tasks/pod")).doesNotExist();
    }

    @Test
    void sleepsInPlaceOfACommandThatIsNotGivenAndSaysSo() throws IOException {
        tasks.run(order("main", Phase.MAIN, List.of()));

        awaitOver("main");

        assertThat(Files.readString(tasks.output(key("main")).orElseThrow()))
                .isEqualTo(
                        "basalt: no command was given: sleeping 50 ms instead. Maybe set 'command' in the manifest\n");
    }

    @Test
    void refusesAnOrderOfAnOlderEpoch() throws IOException {
        limits.see(2);

        Optional<TaskEvent> answer = tasks.run(order("main", Phase.MAIN, List.of("true")));

        assertThat(answer)
                .contains(new TaskEvent.Refused(
                        order("main", Phase.MAIN, List.of("true")), new RunRefusal.OlderEpoch(1, 2)));
    }

    @Test
    void refusesAnOrderUnderAGrantOfAnotherGeneration() {
        LimitGrant held = Limits.committed(Limits.share("pod", "a", 100, new Revision(1, 2)));
        limits.take(Limits.full(new Revision(1, 2), held), Limits.facts());
        LimitGrant old = Limits.committed(Limits.share("pod", "a", 100, NOW));

        Optional<TaskEvent> answer = tasks.run(order("main", Phase.MAIN, List.of("true"), old));

        assertThat(answer)
                .map(event -> ((TaskEvent.Refused) event).reason())
                .contains(new RunRefusal.GrantOfOtherGeneration("a", 1, 2));
    }

    @Test
    void anOrderCommitsItsGrantsSoThatNoDeadlineEndsThem() {
        LimitGrant sent = Limits.endingAfter(500, Limits.share("pod", "a", 100, NOW));
        limits.take(Limits.full(NOW, sent), Limits.facts());

        tasks.run(order("main", Phase.MAIN, List.of("true"), sent));

        assertThat(limits.book().held().values())
                .extracting(HeldGrant::stage)
                .containsExactly(HeldGrant.Stage.IN_FORCE);
    }

    @Test
    void aTaskThatCannotBeReadHarmsNoOther() throws IOException {
        run("main", Phase.MAIN, "exit 1");
        awaitOver("main");
        Path damaged = Files.createDirectories(root.resolve("tasks/other/main"));
        Files.writeString(damaged.resolve("run.order"), "rubbish");

        tasks = reopened();

        assertThat(tasks.views().keySet()).containsExactly(key("main"));
    }

    @Test
    void refusesAnOrderThatCannotBeStored() throws IOException {
        Files.writeString(root.resolve("tasks/pod"), "a file where a folder should be");

        Optional<TaskEvent> answer = tasks.run(order("main", Phase.MAIN, List.of("true")));

        assertThat(answer)
                .map(event -> ((TaskEvent.Refused) event).reason())
                .containsInstanceOf(RunRefusal.NotStored.class);
    }

    private TaskBook reopened() throws IOException {
        return new TaskBook(
                root.resolve("tasks"), new TaskWire(), new Supervisor(TestPaths.supervisor()), limits, "node-a");
    }

    private TaskBook assertReopens() {
        try {
            return reopened();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private void run(String container, Phase phase, String script) {
        tasks.run(order(container, phase, List.of("sh", "-c", script)));
    }

    private static ContainerKey key(String container) {
        return new ContainerKey("pod", container);
    }

    private static RunOrder order(String container, Phase phase, List<String> command, LimitGrant... grants) {
        return new RunOrder(
                key(container),
                new Member("team", "train-0", "gang-uid", "train", "worker", 0, 0, 1),
                command,
                List.of(),
                "",
                List.of(grants),
                50,
                200,
                NOW,
                phase);
    }

    private ContainerStatus awaitOver(String container) {
        return await().atMost(PATIENCE).until(() -> poll(container), ContainerStatus::over);
    }

    private void awaitStatus(String container, Class<? extends ContainerStatus> wanted) {
        await().atMost(PATIENCE).until(() -> poll(container), wanted::isInstance);
    }

    private ContainerStatus poll(String container) {
        events.addAll(tasks.poll());
        TaskView view = tasks.views().get(key(container));
        if (view == null) {
            throw new AssertionError(container + " is not known");
        }
        return view.status();
    }
}
