package dev.basalt.agents.executor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.agents.executor.PodRun.Outcome;
import dev.basalt.core.machine.Event.TaskReported.TaskState;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.executor.v1.TaskLost;
import dev.basalt.proto.types.v1.Reason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodRunTest {
    @Test
    void startsWithItsFirstContainerAndIsOverWithItsLast() {
        var run = new PodRun(List.of(container("init", Phase.INIT), container("main", Phase.MAIN)));

        run.started("init");
        var started = run.news();
        run.exited(exit("init", 0));
        var between = run.news();
        run.started("main");
        run.exited(exit("main", 0));
        var over = run.news();

        assertEquals(Optional.of(new Outcome(TaskState.STARTED, 0, "")), started);
        assertEquals(Optional.empty(), between);
        assertEquals(Optional.of(new Outcome(TaskState.EXITED, 0, "")), over);
        assertEquals(Optional.empty(), run.news());
    }

    @Test
    void endsWithTheFirstCodeThatIsNotNought() {
        var run = new PodRun(List.of(container("a", Phase.MAIN), container("b", Phase.MAIN)));

        run.exited(exit("b", 4));
        run.exited(exit("a", 0));

        assertEquals(Optional.of(new Outcome(TaskState.EXITED, 4, "b")), run.news());
    }

    @Test
    void countsASignalAsShellsDo() {
        var run = new PodRun(List.of(container("main", Phase.MAIN)));

        run.exited(Exited.newBuilder().setTask(key("main")).setSignal(9).build());

        assertEquals(Optional.of(new Outcome(TaskState.EXITED, 137, "main")), run.news());
    }

    @Test
    void doesNotAskHowASidecarEnded() {
        var run = new PodRun(List.of(container("sidecar", Phase.RESTARTABLE_INIT), container("main", Phase.MAIN)));

        run.exited(exit("main", 0));
        run.exited(exit("sidecar", 143));

        assertEquals(Optional.of(new Outcome(TaskState.EXITED, 0, "")), run.news());
    }

    @Test
    void isRefusedOnlyWhenNothingOfItRan() {
        var refused = new PodRun(List.of(container("a", Phase.MAIN)));
        var half = new PodRun(List.of(container("a", Phase.MAIN), container("b", Phase.MAIN)));

        refused.refused("a", "no grant");
        half.exited(exit("a", 0));
        half.refused("b", "no grant");

        assertEquals(Optional.of(new Outcome(TaskState.REFUSED, -1, "a: no grant")), refused.news());
        assertEquals(Optional.of(new Outcome(TaskState.LOST, -1, "b: no grant")), half.news());
    }

    @Test
    void isLostWhenNobodyKnowsHowItEnded() {
        var run = new PodRun(List.of(container("main", Phase.MAIN)));

        run.exited(Exited.newBuilder()
                .setTask(key("main"))
                .setLost(TaskLost.newBuilder().setReason(Reason.newBuilder().setCode("SupervisorKilled")))
                .build());

        assertEquals(Optional.of(new Outcome(TaskState.LOST, -1, "main: SupervisorKilled")), run.news());
    }

    private static ContainerSpec container(String name, Phase phase) {
        return new ContainerSpec(name, phase, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE);
    }

    private static Exited exit(String container, int code) {
        return Exited.newBuilder().setTask(key(container)).setExitCode(code).build();
    }

    private static TaskKey key(String container) {
        return TaskKey.newBuilder().setPodUid("p1").setContainer(container).build();
    }
}
