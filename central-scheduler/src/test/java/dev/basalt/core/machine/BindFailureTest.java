package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindFailureTest {
    @Test
    void keepsWhatIsBoundAndPlacesTheMissingMemberElsewhere() {
        Rig rig = Rig.withGpus(1, 1, 1);
        rig.bindFailures.add("n1");

        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        assertThat(rig.devicesOf("g")).containsExactly("n2-gpu0", "n3-gpu0");
        assertThat(rig.sent(Effect.Evict.class)).isEmpty();
        assertThat(rig.agent("n1").held).isEmpty();
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void evictsManagedPodsOfAGangThatCannotBeCompletedInTime() {
        Rig rig = Rig.withGpus(1, 1);
        rig.bindFailures.add("n1");
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();
        assertThat(rig.devicesOf("g")).containsExactly("n2-gpu0");

        rig.pass(61_000);

        assertThat(rig.sent(Effect.Evict.class)).extracting(Effect.Evict::cause).containsOnly(Cause.GANG_INCOMPLETE);
        assertThat(rig.agent("n2").running).doesNotContainKey("g-1.0");
    }

    @Test
    void evictsPodsOfAnotherControllerWhenTheirGangCannotBeCompletedInTime() {
        Rig rig = halfBound(PodOwnership.CONTROLLER);

        rig.pass(90_000);

        assertThat(rig.sent(Effect.Evict.class))
                .extracting(Effect.Evict::podUid)
                .containsOnly("given-1");
        assertThat(rig.sent(Effect.CreatePods.class)).isEmpty();
    }

    @Test
    void neverEvictsBarePodsOfAGangThatCannotBeCompleted() {
        Rig rig = halfBound(PodOwnership.BARE);

        rig.pass(90_000);

        assertThat(rig.sent(Effect.Evict.class)).isEmpty();
        assertThat(rig.agent("n2").running).containsOnlyKeys("given-1");
        assertThat(rig.gang("g").refusals()).isNotEmpty();
    }

    /** A gang of two pods that somebody else made; only the second could be bound. */
    private static Rig halfBound(PodOwnership ownership) {
        Rig rig = Rig.withGpus(1, 1);
        rig.bindFailures.add("n1");
        rig.submit(Rig.givenGang("g", 2, ownership));
        for (int index = 0; index < 2; index++) {
            String uid = "given-" + index;
            rig.pods.put(uid, rig.nextVersion());
            rig.step(new Event.PodObserved("test", Rig.pod(uid, Rig.task("g", index)), rig.nextVersion()));
        }
        rig.settle();
        return rig;
    }

    @Test
    void makesAnotherPodWhenOneCanNeverBeBound() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settleUntil(Effect.Bind.class);

        rig.outgoing.clear();
        rig.step(new Event.BindFailed(1, "g-0.0", "n1", 1, "the pod is gone", false));
        rig.settle();
        rig.pass(31_000);

        assertThat(rig.sent(Effect.DeletePod.class)).containsExactly(new Effect.DeletePod(1, "g-0.0"));
        assertThat(rig.agent("n1").running).containsOnlyKeys("g-0.1");
    }

    @Test
    void startsElsewhereWhenAnExecutorDiesBeforeItAnswersTheBind() {
        Rig rig = Rig.withGpus(1, 1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settleUntil(Effect.Bind.class);
        rig.outgoing.clear();
        FakeAgent dead = rig.agent(rig.placement("g", 0).nodeName());
        dead.connected = false;
        rig.step(new Event.AgentGone(dead.node, dead.session()));

        rig.pass(40_000);

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.placement("g", 0).nodeName()).isNotEqualTo(dead.node);
        assertThat(rig.givingBack(dead.node)).hasSize(1);
    }

    @Test
    void keepsTheRoomOfABindThatMayHaveHappenedUntilThePodIsSeen() {
        Rig rig = Rig.withGpus(2);
        rig.agent("n1").executor = false;
        rig.connect("n1");
        rig.settle();
        rig.bindFailures.add("n1");
        rig.submit(Rig.gang("g", 1, 1, 2));
        rig.submit(Rig.gang("next", 1, 1, 1));
        rig.settle();
        assertThat(rig.devicesOf("next")).isEmpty();
        PodView bound = new PodView(
                "g-0.0",
                "g-0.0",
                Rig.task("g", 0),
                "basalt",
                PodView.Phase.RUNNING,
                false,
                "n1",
                ResourceVector.ZERO,
                List.of(),
                0);

        rig.step(new Event.PodObserved("test", bound, rig.nextVersion()));
        rig.settle();

        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0", "n1-gpu1");
        assertThat(rig.agent("n1").held).hasSize(2);
    }

    @Test
    void keepsNoMoreRoomForABindInDoubtThanThePodWouldTake() {
        Rig rig = Rig.withGpus(1);
        rig.agent("n1").executor = false;
        rig.connect("n1");
        rig.settle();
        rig.bindFailures.add("n1");
        rig.submit(sharing(
                "g", container("setup", ContainerSpec.Phase.INIT), container("main", ContainerSpec.Phase.MAIN)));
        rig.settle();
        rig.bindFailures.clear();

        rig.submit(sharing("next", container("main", ContainerSpec.Phase.MAIN)));
        rig.settle();

        assertThat(rig.devicesOf("g")).isEmpty();
        assertThat(rig.devicesOf("next")).containsExactly("n1-gpu0");
    }

    @Test
    void ignoresALateFailureOfAnEarlierBind() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        rig.step(new Event.BindFailed(1, "g-0.0", "n1", 1, "late", true));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.agent("n1").running).containsOnlyKeys("g-0.0");
    }

    private static Gang sharing(String name, ContainerSpec... containers) {
        return Rig.gang(
                name,
                Queue.DEFAULT,
                MemberGroup.role("worker", 1, 1, PodTemplate.anywhere(List.of(containers))),
                PodOwnership.MANAGED);
    }

    /** It takes half of a GPU's cores. */
    private static ContainerSpec container(String name, ContainerSpec.Phase phase) {
        DeviceRequest half = DeviceRequest.share(1, new DeviceRequest.MemoryAsk.Mib(1024), 500);
        return new ContainerSpec(name, phase, ResourceVector.ZERO, List.of(half), ContainerSpec.Launch.NONE);
    }
}
