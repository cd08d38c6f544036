package dev.basalt.agents.executor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.agents.PodIndex;
import dev.basalt.agents.RecordedStream;
import dev.basalt.agents.Views;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.TaskReported;
import dev.basalt.core.machine.Event.TaskReported.TaskState;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.proto.executor.v1.AttachAccepted;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorCommand.CommandCase;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.transport.Outbound;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeTasksTest {
    private static final Event.Session SESSION = new Event.Session("boot", "agent", 1);
    private static final TaskKey TASK =
            TaskKey.newBuilder().setPodUid("p1").setContainer("main").build();

    private final NodeTasks tasks = new NodeTasks("node-1", new PodIndex(Views.ofNothing()));
    private final RecordedStream<ExecutorCommand> stream = new RecordedStream<>();

    @Test
    void keepsABindUntilAnExecutorAttachesAndUntilItIsAnswered() {
        tasks.bind(bind());
        attach(List.of());
        var first = commands();
        attach(List.of());
        var again = commands();

        var news = tasks.started(TASK);
        attach(List.of(running()));

        assertEquals(List.of(CommandCase.ATTACH_ACCEPTED, CommandCase.RUN), first);
        assertEquals(first, again);
        assertEquals(
                List.of(new Event.BindDone(3, "p1", "node-1", 7), reported(TaskState.STARTED, 0, "")),
                news.getFirst().events());
        assertEquals(List.of(CommandCase.ATTACH_ACCEPTED), commands());
    }

    @Test
    void runsNoPodASecondTimeThatItsExecutorKnows() {
        attach(List.of(running()));
        commands();

        var news = tasks.bind(bind());

        assertEquals(List.of(), commands());
        assertEquals(
                List.of(new Event.BindDone(3, "p1", "node-1", 7), reported(TaskState.STARTED, 0, "")),
                news.getFirst().events());
    }

    @Test
    void tellsAnEndAgainWheneverTheExecutorAttaches() {
        var ended = dev.basalt.proto.executor.v1.TaskState.newBuilder()
                .setTask(TASK)
                .setExited(Exited.newBuilder().setTask(TASK).setExitCode(5))
                .build();

        var first = attach(List.of(ended));
        var second = attach(List.of(ended));

        assertEquals(
                List.of(reported(TaskState.EXITED, 5, "main")), first.getFirst().events());
        assertEquals(first, second);
    }

    @Test
    void clearsAwayAPodThatWasToEndAndThatNobodyKnows() {
        tasks.bind(bind());
        tasks.evict(evict());

        var news = attach(List.of());
        var after = tasks.forgotten(TASK);

        assertEquals(List.of(CommandCase.ATTACH_ACCEPTED, CommandCase.STOP, CommandCase.RELEASE), commands());
        assertEquals(List.of(new Event.EvictDone(3, "p1")), news.getFirst().events());
        assertEquals(
                List.of(reported(TaskState.LOST, -1, "main: its executor knows nothing of it")),
                after.getFirst().events());
    }

    @Test
    void onlyStopsWhatRuns() {
        attach(List.of(running()));
        commands();

        tasks.evict(evict());

        assertEquals(List.of(CommandCase.STOP), commands());
    }

    @Test
    void asksAgainForAPodThatWasRefusedBefore() {
        attach(List.of());
        tasks.bind(bind());
        commands();

        var refused = tasks.refused(TASK, "no grant is held");
        tasks.bind(bind());

        assertEquals(
                List.of(reported(TaskState.REFUSED, -1, "main: no grant is held")),
                refused.getFirst().events());
        assertEquals(List.of(CommandCase.RUN), commands());
    }

    private List<NodeTasks.News> attach(List<dev.basalt.proto.executor.v1.TaskState> known) {
        return tasks.attach(new Outbound<>(stream, 10), SESSION, AttachAccepted.getDefaultInstance(), known);
    }

    private List<CommandCase> commands() {
        return stream.sent().stream().map(ExecutorCommand::getCommandCase).toList();
    }

    private static dev.basalt.proto.executor.v1.TaskState running() {
        return dev.basalt.proto.executor.v1.TaskState.newBuilder()
                .setTask(TASK)
                .setStartedUnixMillis(1)
                .build();
    }

    private static TaskReported reported(TaskState state, int code, String detail) {
        return new TaskReported("node-1", SESSION, "p1", state, code, detail);
    }

    private static Effect.Bind bind() {
        var main = new ContainerSpec(
                "main", ContainerSpec.Phase.MAIN, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE);
        return new Effect.Bind(
                3, "g1", new TaskId("g1", "worker", 0), "p1", "node-1", 7, List.of(), 0, 1, List.of(main), 0, 1_000);
    }

    private static Effect.Evict evict() {
        return new Effect.Evict(3, "p1", "node-1", 1_000, Effect.Evict.Cause.GANG_DELETED, "");
    }
}
