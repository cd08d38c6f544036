package dev.basalt.kubernetes.gang;

import static dev.basalt.kubernetes.gang.PodText.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the core makes of what the assembler says. Pods ask no GPU, so that nodes need no agent. */
final class GangLifeTest {
    private final AssemblerRig rig = new AssemblerRig();
    private final SchedulerMachine machine = new SchedulerMachine(Policy.DEFAULT);
    private final List<Effect.Bind> binds = new ArrayList<>();
    private long nowMillis = 1_000;

    @BeforeEach
    void leadTwoNodes() {
        List<Event> start = new ArrayList<>();
        start.add(new Event.LeaseGained(1));
        for (String name : List.of("n1", "n2")) {
            start.add(new Event.NodeApplied("kubernetes", node(name), 1));
        }
        start.add(new Event.Listed("kubernetes", Listed.Kind.NODES, List.of("n1", "n2"), 2));
        for (Listed.Kind kind :
                List.of(Listed.Kind.GANGS, Listed.Kind.PODS, Listed.Kind.QUEUES, Listed.Kind.PRIORITY_CLASSES)) {
            start.add(new Event.Listed("kubernetes", kind, List.of(), 0));
        }
        step(start);
    }

    @Test
    void bindsAGangOnceItsLastMemberIsThere() {
        rig.group("train", 2).see(pod("a").of("train"));
        pass();
        assertThat(binds).isEmpty();

        rig.see(pod("b").of("train"));
        pass();

        assertThat(binds).extracting(Effect.Bind::podUid).containsExactlyInAnyOrder("a", "b");
        assertThat(binds).extracting(Effect.Bind::worldSize).containsOnly(2);
        assertThat(binds).extracting(Effect.Bind::rank).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void bindsNothingWhileARoleThatMustBeThereIsMissing() {
        rig.group("train", "g", "'minMember': 2, 'minTaskMember': {'master': 1}")
                .see(pod("a").of("train").role("worker"), pod("b").of("train").role("worker"));
        pass();
        assertThat(binds).isEmpty();

        rig.see(pod("m").of("train").role("master"));
        pass();

        assertThat(binds).hasSize(3);
    }

    @Test
    void runsAGangThroughItsLife() {
        rig.group("train", 2).see(pod("a").of("train"), pod("b").of("train"));
        pass();
        bindAll("Running");
        assertThat(phase("train-uid")).isEqualTo(Phase.RUNNING);

        bindAll("Succeeded");

        assertThat(phase("train-uid")).isEqualTo(Phase.COMPLETED);
        rig.assembler.podGone("a");
        rig.assembler.podGone("b");
        rig.assembler.groupGone("train-uid");
        pass();
        assertThat(machine.view().gangs()).isEmpty();
    }

    @Test
    void keepsRunningPodsWhosePodGroupWasMadeAnewAndPlacesTheRest() {
        rig.group("train", 1).see(pod("a").of("train"));
        pass();
        bindAll("Running");

        rig.group("train", "second", "'minMember': 2").see(pod("b").of("train"));
        pass();

        assertThat(binds.getLast().podUid()).isEqualTo("b");
        assertThat(binds.getLast().gangUid()).isEqualTo("second");
        bindAll("Running");
        assertThat(phase("second")).isEqualTo(Phase.RUNNING);
        assertThat(Objects.requireNonNull(machine.view().gang("second")).members())
                .extracting(member -> member.podUid())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void bindsABarePodByItself() {
        rig.see(pod("a"));
        pass();

        assertThat(binds).extracting(Effect.Bind::podUid).containsExactly("a");
        assertThat(binds.getFirst().task().role()).isEqualTo("pod-a");
    }

    @Test
    void bindsNoPodThatIsRefusedAndNoneOfAnotherScheduler() {
        rig.group("train", 1)
                .see(
                        pod("a").of("train").spec("'schedulingGates': [{'name': 'x'}],"),
                        pod("b").scheduler("default-scheduler"));
        pass();

        assertThat(binds).isEmpty();
        assertThat(machine.view().refusedObjects())
                .extracting(refused -> refused.kind() + " " + refused.identity())
                .containsExactly("Pod a");
    }

    @Test
    void takesOverWhatAnotherLeaderBound() {
        rig.group("train", 2)
                .see(
                        pod("a").of("train").boundAs("member", 1, "n1").phase("Running"),
                        pod("b").of("train").boundAs("member", 0, "n2").phase("Running"));
        pass();

        assertThat(binds).isEmpty();
        assertThat(phase("train-uid")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void replacesAMemberThatWasDeletedInItsPlace() {
        rig.group("train", 2).see(pod("a").of("train"), pod("b").of("train"));
        pass();
        bindAll("Running");

        rig.assembler.podGone("a");
        rig.see(pod("c").of("train").ownedBy("Job", "j"));
        pass();

        assertThat(binds.getLast().podUid()).isEqualTo("c");
        assertThat(binds.getLast().rank()).isZero();
        assertThat(binds.getLast().worldSize()).isEqualTo(2);
    }

    @Test
    void reportsAPodWithoutItsPodGroupUntilThatIsThere() {
        rig.see(pod("a").of("train"));
        pass();
        assertThat(machine.view().refusedObjects()).hasSize(2);

        rig.group("train", 1);
        pass();

        assertThat(machine.view().refusedObjects()).isEmpty();
        assertThat(binds).hasSize(1);
    }

    /** Every pod that was bound is seen on its node in that phase. */
    private void bindAll(String phase) {
        TreeMap<String, Effect.Bind> last = new TreeMap<>();
        binds.forEach(bind -> last.put(bind.podUid(), bind));
        for (Effect.Bind bind : last.values()) {
            rig.see(pod(bind.podUid())
                    .of("train")
                    .boundAs(bind.task().role(), bind.task().index(), bind.nodeName())
                    .phase(phase));
        }
        pass();
    }

    private void pass() {
        step(rig.flush());
        step(List.of());
    }

    private void step(List<Event> events) {
        nowMillis += 100;
        for (Effect effect : machine.step(new Tick(nowMillis, nowMillis), events)) {
            if (effect instanceof Effect.Bind bind) {
                binds.add(bind);
            }
        }
        assertThat(machine.violations()).isEmpty();
    }

    private Phase phase(String gangUid) {
        return Objects.requireNonNull(machine.view().gang(gangUid))
                .spec()
                .status()
                .phase();
    }

    private static NodeSpec node(String name) {
        ResourceVector room = ResourceVector.of(ResourceVector.CPU, 64_000).with(ResourceVector.PODS, 110);
        return new NodeSpec(name, name + "-uid", new TreeMap<>(), List.of(), room, true, NodeSpec.Admission.OPEN);
    }
}
