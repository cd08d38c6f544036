package dev.basalt.kubernetes.gang;

import static dev.basalt.kubernetes.gang.PodText.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.PodView.Phase;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.Directory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which gang a pod belongs to, and when there is one. */
final class GangAssemblerTest {
    private final AssemblerRig rig = new AssemblerRig();

    @Test
    void makesAGangOfAPodGroupAndItsPods() {
        rig.group("train", "g1", "'minMember': 2, 'queue': 'research', 'priorityClassName': 'high'")
                .see(
                        pod("b").of("train").madeAt(2).gpus(1),
                        pod("a").of("train").madeAt(1).gpus(1))
                .flush();

        var gang = rig.gang("g1");
        assertThat(gang.namespace() + "/" + gang.name()).isEqualTo("team-a/train");
        assertThat(gang.minimum()).isEqualTo(2);
        assertThat(gang.queue()).isEqualTo("research");
        assertThat(gang.priorityClass()).isEqualTo("high");
        assertThat(gang.schedulerName()).isEqualTo("basalt");
        assertThat(gang.ownership()).isEqualTo(PodOwnership.BARE);
        assertThat(rig.roles("g1")).containsExactly("member 0 2");
        assertThat(rig.task("a")).isEqualTo(new TaskId("g1", "member", 0));
        assertThat(rig.task("b")).isEqualTo(new TaskId("g1", "member", 1));
        assertThat(rig.directory.group("g1")).isEqualTo(new Directory.Group("g1", "team-a", "train", true));
        assertThat(rig.directory.members("g1")).containsExactly("a", "b");
        assertThat(rig.directory.pod("a")).isEqualTo(new Directory.Pod("team-a", "pod-a", "a", "", ""));
    }

    @Test
    void letsPodsWaitForTheirPodGroupAndSaysSoOnce() {
        rig.see(pod("a").of("train"), pod("b").of("train")).flush();

        assertThat(rig.gangs).isEmpty();
        assertThat(rig.place("a")).isEmpty();
        assertThat(rig.refusals)
                .containsExactly(
                        "PodGroup team-a/train metadata.name",
                        "Pod a metadata.annotations",
                        "Pod b metadata.annotations");

        rig.group("train", 2).flush();

        assertThat(rig.place("a")).isEqualTo("member/0");
        assertThat(rig.place("b")).isEqualTo("member/1");
        assertThat(rig.refusals).hasSize(3);
    }

    @Test
    void showsAPodGroupWithoutPodsAsAGangThatLacksThem() {
        rig.group("train", 2).flush();

        assertThat(rig.roles("train-uid")).isEmpty();
        assertThat(rig.gang("train-uid").minimum()).isEqualTo(2);
    }

    @Test
    void leavesBoundPodsWhereTheyAreWhenTheirPodGroupGoes() {
        rig.group("train", 1)
                .see(pod("a").of("train").boundAs("member", 0, "n1"), pod("b").of("train"))
                .flush();

        rig.assembler.groupGone("train-uid");
        rig.flush();

        assertThat(rig.gangs).isEmpty();
        assertThat(rig.task("a")).isEqualTo(new TaskId("train-uid", "member", 0));
        assertThat(rig.place("b")).isEmpty();
        assertThat(rig.directory.group("train-uid")).isNull();
    }

    @Test
    void takesBoundPodsIntoAPodGroupThatWasMadeAnew() {
        rig.group("train", 1)
                .see(pod("a").of("train").boundAs("member", 0, "n1"), pod("b").of("train"))
                .flush();

        rig.group("train", "second", "'minMember': 1").flush();

        assertThat(rig.gangs.keySet()).containsExactly("second");
        assertThat(rig.task("a")).isEqualTo(new TaskId("second", "member", 0));
        assertThat(rig.task("b")).isEqualTo(new TaskId("second", "member", 1));
        assertThat(rig.directory.members("second")).containsExactly("a", "b");
    }

    @Test
    void movesAPodThatWaitsToTheGroupItNamesNow() {
        rig.group("wrong", 1).group("right", 1).see(pod("a").of("wrong")).flush();

        rig.see(pod("a").of("right").version(2)).flush();

        assertThat(rig.task("a")).isEqualTo(new TaskId("right-uid", "member", 0));
        assertThat(rig.roles("wrong-uid")).isEmpty();
        assertThat(rig.directory.members("wrong-uid")).isEmpty();
        assertThat(rig.directory.members("right-uid")).containsExactly("a");
    }

    @Test
    void keepsABoundPodInItsGroupWhateverItNamesLater() {
        rig.group("first", 1)
                .group("second", 1)
                .see(pod("a").of("first").boundAs("member", 0, "n1"))
                .flush();

        rig.see(pod("a").of("second").boundAs("member", 0, "n1").version(2)).flush();

        assertThat(rig.task("a")).isEqualTo(new TaskId("first-uid", "member", 0));
    }

    @Test
    void makesAGangOfOneOfABarePod() {
        rig.see(pod("a").gpus(1)).flush();

        var gang = rig.gang("a");
        assertThat(gang.kind()).isEqualTo("Pod");
        assertThat(gang.name()).isEqualTo("pod-a");
        assertThat(gang.queue()).isEqualTo("default");
        assertThat(gang.minimum()).isEqualTo(1);
        assertThat(gang.ownership()).isEqualTo(PodOwnership.BARE);
        assertThat(rig.roles("a")).containsExactly("pod-a 0 1");
        assertThat(rig.task("a")).isEqualTo(new TaskId("a", "pod-a", 0));
        assertThat(rig.wishes).containsExactly("team-a/podgroup-a");
        assertThat(rig.directory.group("a")).isEqualTo(new Directory.Group("a", "team-a", "podgroup-a", false));
    }

    @Test
    void endsTheGangOfABarePodWithThePod() {
        rig.see(pod("a")).flush();

        rig.assembler.podGone("a");
        rig.flush();

        assertThat(rig.gangs).isEmpty();
        assertThat(rig.pods).isEmpty();
        assertThat(rig.wishes).isEmpty();
        assertThat(rig.directory.pod("a")).isNull();
    }

    @Test
    void keepsTheGangOfABarePodWhateverComesFirst() {
        rig.group("podgroup-a", 1).see(pod("a")).flush();
        var other = new AssemblerRig().see(pod("a"));
        other.flush();
        other.group("podgroup-a", 1).flush();

        assertThat(rig.gangs).isEqualTo(other.gangs).containsOnlyKeys("a");
        assertThat(rig.directory.group("a")).isEqualTo(new Directory.Group("a", "team-a", "podgroup-a", true));
        assertThat(other.wishes).isEmpty();
    }

    @Test
    void wantsOnePodGroupForAllPodsOfAnOwnerAndLetsThemWaitForIt() {
        rig.see(
                        pod("a").ownedBy("ReplicaSet", "rs").annotated("scheduling.volcano.sh/queue-name", "q"),
                        pod("b").ownedBy("ReplicaSet", "rs"))
                .flush();

        assertThat(rig.wishes).containsExactly("team-a/podgroup-rs");
        assertThat(rig.gangs).isEmpty();
        assertThat(rig.refusals).containsExactly("Pod a metadata.annotations", "Pod b metadata.annotations");

        rig.group("podgroup-rs", "g1", "'minMember': 2, 'queue': 'q'").flush();

        assertThat(rig.wishes).isEmpty();
        assertThat(rig.roles("g1")).containsExactly("member 0 2");
        assertThat(rig.gang("g1").ownership()).isEqualTo(PodOwnership.CONTROLLER);
        assertThat(rig.place("b")).isEqualTo("member/1");
    }

    @Test
    void wantsThePodGroupOfAnOwnerAgainWhenSomebodyDeletesIt() {
        rig.see(pod("a").ownedBy("Job", "j")).group("podgroup-j", 1).flush();

        rig.assembler.groupGone("podgroup-j-uid");
        rig.flush();

        assertThat(rig.wishes).containsExactly("team-a/podgroup-j");
        assertThat(rig.gangs).isEmpty();
    }

    @Test
    void treatsEachPodOfADaemonSetByItself() {
        rig.see(pod("a").ownedBy("DaemonSet", "d"), pod("b").ownedBy("DaemonSet", "d"))
                .flush();

        assertThat(rig.gangs.keySet()).containsExactly("a", "b");
        assertThat(rig.gang("a").ownership()).isEqualTo(PodOwnership.CONTROLLER);
    }

    @Test
    void callsAGangBareAsSoonAsOneOfItsPodsHasNoOwner() {
        rig.group("train", 1).see(pod("a").of("train").ownedBy("Job", "j")).flush();
        assertThat(rig.gang("train-uid").ownership()).isEqualTo(PodOwnership.CONTROLLER);

        rig.see(pod("b").of("train")).flush();

        assertThat(rig.gang("train-uid").ownership()).isEqualTo(PodOwnership.BARE);
    }

    @Test
    void saysNothingOfAPodOfAnotherSchedulerBeforeItIsBound() {
        rig.see(pod("a").scheduler("default-scheduler").gpus(2)).flush();
        assertThat(rig.pods).isEmpty();

        rig.see(pod("a").scheduler("default-scheduler").gpus(2).on("n1").version(2))
                .flush();

        assertThat(rig.task("a")).isNull();
        assertThat(rig.pods.get("a")).isNotNull().satisfies(view -> {
            assertThat(view.nodeName()).isEqualTo("n1");
            assertThat(view.requests())
                    .isEqualTo(ResourceVector.of("cpu", 1000)
                            .with("nvidia.com/gpu", 2)
                            .with("pods", 1));
        });

        rig.see(pod("a").scheduler("default-scheduler")
                        .gpus(2)
                        .on("n1")
                        .phase("Succeeded")
                        .version(3))
                .flush();
        assertThat(rig.pods).isEmpty();
    }

    @Test
    void saysNothingTwice() {
        rig.group("train", 1)
                .see(pod("a").of("train"), pod("x").scheduler("other").on("n1"))
                .flush();

        rig.group("train", 1)
                .see(
                        pod("a").of("train").version(7),
                        pod("x").scheduler("other").on("n1").version(8));

        assertThat(rig.flush()).isEmpty();
    }

    @Test
    void tellsOfABindWithItsGrants() {
        rig.group("train", 1).see(pod("a").of("train").gpus(2)).flush();

        rig.see(pod("a").of("train")
                        .gpus(2)
                        .boundAs("member", 0, "n1")
                        .version(2)
                        .phase("Running"))
                .flush();

        assertThat(rig.pods.get("a")).isNotNull().satisfies(view -> {
            assertThat(view.task()).isEqualTo(new TaskId("train-uid", "member", 0));
            assertThat(view.phase()).isEqualTo(Phase.RUNNING);
            assertThat(view.requests()).isEqualTo(ResourceVector.of("cpu", 1000).with("pods", 1));
            assertThat(view.grants()).containsExactly(PodText.grant("a", "n1", 0), PodText.grant("a", "n1", 1));
        });
    }

    @Test
    void countsABoundPodWhoseAnnotationsAreForgedByItsNumberOfGpus() {
        var forged = pod("a").of("train").gpus(1).boundAs("member", 0, "n1").gpus(2);

        rig.group("train", 1).see(forged).flush();

        assertThat(rig.pods.get("a")).isNotNull().satisfies(view -> {
            assertThat(view.task()).isNull();
            assertThat(view.grants()).isEmpty();
            assertThat(view.requests().amount("nvidia.com/gpu")).isEqualTo(2);
        });
        assertThat(rig.refusals).containsExactly("Pod a basalt.dev/gpus");
    }

    @Test
    void countsAPodOfOursThatSomethingElseBoundByItsNumberOfGpus() {
        rig.group("train", 1).see(pod("a").of("train").gpus(1)).flush();

        rig.see(pod("a").of("train").gpus(1).on("n1").version(2)).flush();

        assertThat(rig.place("a")).isEmpty();
        assertThat(rig.pods.get("a"))
                .isNotNull()
                .satisfies(view ->
                        assertThat(view.requests().amount("nvidia.com/gpu")).isEqualTo(1));
        assertThat(rig.roles("train-uid")).isEmpty();
    }

    @Test
    void believesNoAnnotationOfAPodThatIsNotBound() {
        rig.group("train", 1)
                .see(pod("a").of("train").gpus(1).boundAs("member", 7, "n1").on(""))
                .flush();

        assertThat(rig.place("a")).isEqualTo("member/0");
        assertThat(rig.pods.get("a"))
                .isNotNull()
                .satisfies(view -> assertThat(view.grants()).isEmpty());
    }

    @Test
    void staysWithWhatABindSaidWhenSomebodyEditsItLater() {
        rig.group("train", 1)
                .see(pod("a").of("train").gpus(1).boundAs("member", 0, "n1"))
                .flush();

        rig.see(pod("a").of("train")
                .gpus(1)
                .boundAs("member", 3, "n1")
                .annotated(BindAnnotations.EPOCH, "many")
                .version(2));

        assertThat(rig.flush()).isEmpty();
    }

    @Test
    void refusesOnePodAndLeavesTheOthersAlone() {
        rig.group("train", 1)
                .see(pod("a").of("train").spec("'schedulingGates': [{'name': 'x'}],"), pod("b").of("train"))
                .flush();

        assertThat(rig.refusals).containsExactly("Pod a spec.schedulingGates");
        assertThat(rig.place("a")).isEmpty();
        assertThat(rig.place("b")).isEqualTo("member/0");

        rig.see(pod("a").of("train").version(2)).flush();

        assertThat(rig.place("a")).isEqualTo("member/1");
        assertThat(rig.refusals).hasSize(1);
    }

    @Test
    void keepsAPodGroupThatBecameUnreadableAsItWas() {
        rig.group("train", 2).see(pod("a").of("train")).flush();

        rig.group("train", "train-uid", "'minMember': -3").flush();

        assertThat(rig.gang("train-uid").minimum()).isEqualTo(2);
        assertThat(rig.refusals).containsExactly("PodGroup team-a/train spec.minMember");
    }

    @Test
    void forgetsWhatAListLacksThoughNobodySaidThatItWent() {
        rig.group("left", 1)
                .group("right", 1)
                .see(
                        pod("a").of("left"),
                        pod("b").of("right"),
                        pod("x").scheduler("other").on("n1"))
                .flush();

        rig.assembler.podsWithout(List.of("a")).forEach(rig.assembler::podGone);
        rig.assembler.groupsListed(List.of("left-uid"));
        rig.flush();

        assertThat(rig.pods.keySet()).containsExactly("a");
        assertThat(rig.gangs.keySet()).containsExactly("left-uid");
        assertThat(rig.assembler.podUids()).containsExactly("a");
        assertThat(rig.assembler.gangUids()).containsExactly("left-uid");
    }

    @Test
    void saysTheGangBeforeItsPods() {
        rig.see(pod("a").of("train")).flush();

        List<Event> said = rig.group("train", 1).flush();

        assertThat(said).hasExactlyElementsOfTypes(Event.GangApplied.class, Event.PodObserved.class);
    }
}
