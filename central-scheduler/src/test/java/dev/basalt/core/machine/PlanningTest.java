package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Device;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.Heartbeat.DeviceHealth;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** When the planner is asked, what for, and what happens when it has a bug. */
class PlanningTest {
    private final List<List<String>> asked = new ArrayList<>();
    private String poison = "";

    private Plan plan(Policy policy, ClusterSnapshot snapshot, List<GangDemand> demands) {
        asked.add(demands.stream().map(demand -> demand.gang().uid()).toList());
        for (GangDemand demand : demands) {
            if (demand.gang().uid().equals(poison)) {
                throw new IllegalStateException("free count of device 7 is -1");
            }
        }
        return new Planner(policy).plan(snapshot, demands);
    }

    private Rig rig(int... gpus) {
        Rig rig = Rig.of(new SchedulerMachine(Policy.DEFAULT, this::plan), gpus);
        asked.clear();
        return rig;
    }

    @Test
    void setsAGangAsideThatBringsUpABugAndPlansTheOthers() {
        Rig rig = rig(2);
        poison = "bad";

        rig.submit(Rig.gang("bad", 1, 1, 1));
        rig.submit(Rig.gang("good", 1, 1, 1));
        rig.settle();

        assertThat(rig.phase("good")).isEqualTo(Phase.RUNNING);
        assertThat(rig.phase("bad")).isEqualTo(Phase.PENDING);
        assertThat(rig.gang("bad").refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.toString())
                        .contains("Quarantined", "free count of device 7 is -1", "PlanningTest.plan"));
        assertThat(rig.machine.view().decisions())
                .filteredOn(decision -> decision.kind() == Effect.Decision.Kind.QUARANTINED)
                .hasSize(1);
    }

    @Test
    void triesAGangThatWasSetAsideAgainWhenItsSpecificationChanges() {
        Rig rig = rig(2);
        poison = "bad";
        rig.submit(Rig.gang("bad", 1, 1, 1));
        rig.settle();
        poison = "";
        rig.apply(Rig.node("n2", NodeSpec.Admission.OPEN));
        rig.settle();
        assertThat(rig.phase("bad")).isEqualTo(Phase.PENDING);

        rig.submit(Rig.gang("bad", 1, 1, 2));
        rig.settle();

        assertThat(rig.phase("bad")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void plansNothingOnHeartbeats() {
        Rig rig = rig(1);
        rig.submit(Rig.gang("runs", 1, 1, 1));
        rig.submit(Rig.gang("waits", 1, 1, 1));
        rig.settle();
        asked.clear();

        rig.pass(60_000);

        assertThat(asked).isEmpty();
    }

    @Test
    void plansOnlyTheGangThatChangedWhileNoRoomIsFreed() {
        Rig rig = rig(1);
        rig.submit(Rig.gang("runs", 1, 1, 1));
        rig.submit(Rig.gang("waits", 1, 1, 1));
        rig.settle();
        asked.clear();

        rig.submit(Rig.gang("late", 1, 1, 1));
        rig.settle();

        assertThat(asked).containsExactly(List.of("late"));
    }

    @Test
    void startsAGangWhenAPodThatItMustBeNearIsPlaced() {
        Rig rig = rig(0);
        NodeSpec node = Rig.node("n1", NodeSpec.Admission.OPEN);
        rig.apply(new NodeSpec(
                node.name(),
                node.uid(),
                new TreeMap<>(Map.of("zone", "z1")),
                node.taints(),
                node.allocatable(),
                node.ready(),
                node.admission()));
        Neighbours.Selector db = new Neighbours.Selector(List.of(new Requirement("app", Operator.IN, List.of("db"))));
        var nearDb = new Neighbours(List.of(new Neighbours.Term("zone", List.of("test"), db)), List.of(), List.of());
        rig.submit(labelled("web", nearDb));
        rig.settle();
        assertThat(rig.phase("web")).isEqualTo(Phase.PENDING);

        rig.submit(labelled("db", Neighbours.NONE));
        rig.settle();

        assertThat(rig.phase("web")).isEqualTo(Phase.RUNNING);
    }

    /** A gang of one pod without GPUs that carries its name as the label {@code app}. */
    private static Gang labelled(String name, Neighbours neighbours) {
        PodTemplate template = new PodTemplate(
                List.of(new ContainerSpec(
                        "main", ContainerSpec.Phase.MAIN, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE)),
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of(),
                0,
                Labels.of(Map.of("app", name)),
                neighbours);
        return Rig.gang(name, Queue.DEFAULT, MemberGroup.role("worker", 1, 1, template), PodOwnership.MANAGED);
    }

    @Test
    void letsAGangSleepThatNoFreedRoomCanHelp() {
        Rig rig = rig(1);
        rig.submit(Rig.gang("runs", 1, 1, 1));
        rig.submit(Rig.gang("never", 1, 1, 8));
        rig.settle();
        asked.clear();

        rig.step(rig.agent("n1").end("runs-0.0", 0));
        rig.settle();
        assertThat(asked).isEmpty();
        rig.join("n2", 8);
        rig.settle();

        assertThat(rig.phase("never")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void givesNoNewWorkToADeviceWhoseHealthTurnedBad() {
        Rig rig = rig(2);
        FakeAgent agent = rig.agent("n1");
        DeviceHealth sick = new DeviceHealth("n1-gpu0", new Device.Health.Unhealthy("XID 79"));
        rig.step(new Event.Heartbeat("n1", agent.session(), ++agent.sequence, List.of(sick), List.of()));

        rig.submit(Rig.gang("one", 1, 1, 1));
        rig.submit(Rig.gang("two", 1, 1, 1));
        rig.settle();

        assertThat(rig.devicesOf("one")).containsExactly("n1-gpu1");
        assertThat(rig.devicesOf("two")).isEmpty();
    }

    @Test
    void ignoresHealthThatIsOlderThanWhatIsKnown() {
        Rig rig = rig(1);
        FakeAgent agent = rig.agent("n1");
        DeviceHealth sick = new DeviceHealth("n1-gpu0", new Device.Health.Unhealthy("XID 79"));
        DeviceHealth well = new DeviceHealth("n1-gpu0", new Device.Health.Healthy());
        rig.step(new Event.Heartbeat("n1", agent.session(), 9, List.of(well), List.of()));

        rig.step(new Event.Heartbeat("n1", agent.session(), 8, List.of(sick), List.of()));
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void givesNoNewWorkToASilentNodeUntilItSpeaksAgain() {
        Rig rig = rig(1);
        rig.nowMillis += 11_000;
        rig.step();
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        assertThat(rig.devicesOf("g")).isEmpty();

        rig.pass(1_000);

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void ordersByAPriorityClassThatIsCreatedLate() {
        Rig rig = rig(1);
        rig.submit(Rig.gang("runs", 1, 1, 1));
        rig.submit(Rig.gang("first", 1, 1, 1));
        rig.submit(Rig.urgentGang("second"));
        rig.settle();
        assertThat(rig.gang("second").priority()).isZero();

        rig.step(new Event.PriorityClassApplied("test", "urgent", 1_000, rig.nextVersion()));
        rig.step(rig.agent("n1").end("runs-0.0", 0));
        rig.settle();

        assertThat(rig.gang("second").priority()).isEqualTo(1_000);
        assertThat(rig.phase("second")).isEqualTo(Phase.RUNNING);
        assertThat(rig.gang("first").refusals()).anyMatch(Refusal.TooFewSeats.class::isInstance);
    }
}
