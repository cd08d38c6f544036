package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.Event.TaskReported.TaskState;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView.RefusedObject;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lost, repeated, late and reordered events, and the lists that heal them. */
class LostEventsTest {
    @Test
    void freesTheRoomOfAPodWhoseEndNobodyToldWhenAListLacksIt() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.submit(Rig.gang("next", 1, 1, 1));
        rig.settle();
        rig.delete("g");
        rig.outgoing.clear();
        rig.agent("n1").end("g-0.0", 143);

        rig.list(Listed.Kind.PODS, List.of("next-0.0"));
        rig.settle();

        assertThat(rig.phase("next")).isEqualTo(Phase.RUNNING);
        assertThat(rig.machine.view().gang("g")).isNull();
    }

    @Test
    void keepsWhatIsNewerThanAList() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        rig.step(new Event.Listed("test", Listed.Kind.GANGS, List.of(), 5));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void ignoresAnObjectOfBeforeAListThatLacksIt() {
        Rig rig = Rig.withGpus(1);
        rig.step(new Event.Listed("test", Listed.Kind.GANGS, List.of(), 100));

        rig.step(new Event.GangApplied("test", Rig.gang("late", 1, 1, 1), 99));
        rig.settle();

        assertThat(rig.machine.view().gangs()).isEmpty();
        assertThat(rig.machine.view().staleEvents()).isEqualTo(1);
    }

    @Test
    void acceptsAListedObjectThatArrivesAfterItsList() {
        Rig rig = Rig.withGpus(1);
        rig.step(new Event.Listed("test", Listed.Kind.GANGS, List.of("late"), 100));

        rig.step(new Event.GangApplied("test", Rig.gang("late", 1, 1, 1), 99));
        rig.settle();

        assertThat(rig.phase("late")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void changesNothingWhenAnEventIsRepeated() {
        Rig rig = Rig.withGpus(1);
        Event gang = new Event.GangApplied("test", Rig.gang("g", 1, 1, 1), rig.nextVersion());
        rig.step(gang);
        rig.settle();

        List<Effect> effects = rig.step(
                gang, new Event.TaskReported("n1", rig.agent("n1").session(), "g-0.0", TaskState.STARTED, 0, ""));

        assertThat(effects).isEmpty();
    }

    @Test
    void ignoresWhatAnOldSessionOfAnAgentSays() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        Event.Session old = rig.agent("n1").session();
        rig.connect("n1");
        rig.settle();

        rig.step(new Event.TaskReported("n1", old, "g-0.0", TaskState.EXITED, 1, ""));

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void losesATaskThatItsExecutorDoesNotKnowAndMakesItAgain() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        rig.agent("n1").running.clear();
        rig.connect("n1");
        rig.settle();

        rig.pass(11_000);

        assertThat(rig.gang("g").members().getFirst().podUid()).isEqualTo("g-0.1");
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void countsPodsOfOthersUntilTheyAreGone() {
        Rig rig = Rig.withGpus(0);
        ResourceVector most = ResourceVector.of(ResourceVector.CPU, 63_500);
        PodView other =
                new PodView("other", "other", null, "default", PodView.Phase.RUNNING, false, "n1", most, List.of(), 0);
        rig.step(new Event.PodObserved("test", other, rig.nextVersion()));

        rig.submit(Rig.gang("g", 1, 1, 0));
        rig.settle();
        assertThat(rig.phase("g")).isEqualTo(Phase.PENDING);
        rig.step(new Event.PodGone("test", "other", rig.nextVersion()));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void adoptsAPodThatIsBoundAndThatTheLedgerDoesNotKnow() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.givenGang("g", 1, PodOwnership.BARE));
        PodView bound = new PodView(
                "p",
                "p",
                Rig.task("g", 0),
                "basalt",
                PodView.Phase.RUNNING,
                false,
                "n1",
                ResourceVector.ZERO,
                List.of(),
                0);

        rig.step(new Event.PodObserved("test", bound, rig.nextVersion()));

        assertThat(rig.placement("g", 0).stage()).isEqualTo(Stage.RUNNING);
        assertThat(rig.placement("g", 0).requests().amount(ResourceVector.CPU)).isEqualTo(1_000);
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void reportsAnObjectThatCouldNotBeUnderstoodUntilAGoodVersionArrives() {
        Rig rig = Rig.withGpus(1);
        rig.step(new Event.ObjectRefused("test", "Queue", "q", "spec.weight", "weight -1 is below 1", 50));
        assertThat(rig.machine.view().refusedObjects())
                .containsExactly(new RefusedObject("test", "Queue", "q", "spec.weight", "weight -1 is below 1", 50));

        rig.step(new Event.QueueApplied("test", Queue.unlimited("q"), 51));

        assertThat(rig.machine.view().refusedObjects()).isEmpty();
    }

    @Test
    void storesBeforeItDoesAnythingElseAndOncePerStep() {
        Rig rig = Rig.withGpus(2);
        List<Effect> effects =
                new ArrayList<>(rig.step(new Event.GangApplied("test", Rig.gang("g", 2, 2, 1), rig.nextVersion())));
        assertThat(effects.getFirst()).isInstanceOf(Effect.Persist.class);
        rig.settle();

        assertThat(rig.sent(Effect.Persist.class)).isNotEmpty();
        assertThat(rig.steps)
                .allSatisfy(step -> assertThat(step.stream().skip(1)).noneMatch(Effect.Persist.class::isInstance));
    }
}
