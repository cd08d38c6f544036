package dev.basalt.kubernetes.gang;

import static dev.basalt.kubernetes.gang.PodText.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Which place a pod has in its gang. */
final class RolesTest {
    private final AssemblerRig rig = new AssemblerRig();

    @Test
    void numbersPodsOfEachRoleByItself() {
        rig.group("train", "g", "'minMember': 3, 'minTaskMember': {'master': 1, 'worker': 2}")
                .see(
                        pod("w1").of("train").role("worker").index(1),
                        pod("w0").of("train").role("worker").index(0),
                        pod("m").of("train").role("master").index(0))
                .flush();

        assertThat(rig.roles("g")).containsExactly("master 1 1", "worker 2 2");
        assertThat(rig.place("w1")).isEqualTo("worker/1");
        assertThat(rig.place("w0")).isEqualTo("worker/0");
        assertThat(rig.place("m")).isEqualTo("master/0");
    }

    @Test
    void wantsARoleOfWhichNoPodIsThereYet() {
        rig.group("train", "g", "'minMember': 2, 'minTaskMember': {'master': 1, 'worker': 2}")
                .see(pod("w0").of("train").role("worker"), pod("w1").of("train").role("worker"))
                .flush();

        assertThat(rig.roles("g")).containsExactlyInAnyOrder("worker 2 2", "master 1 1");
    }

    @Test
    void wantsAtLeastTheMinimumOfAnOnlyRole() {
        rig.group("train", 5).see(pod("a").of("train")).flush();

        assertThat(rig.roles("train-uid")).containsExactly("member 0 5");
    }

    @Test
    void givesPodsWithoutANumberTheLowestPlacesInTheOrderTheyWereMade() {
        rig.group("train", 1)
                .see(
                        pod("c").of("train").madeAt(1),
                        pod("b").of("train").madeAt(2),
                        pod("a").of("train").madeAt(2))
                .flush();

        assertThat(rig.place("c")).isEqualTo("member/0");
        assertThat(rig.place("a")).isEqualTo("member/1");
        assertThat(rig.place("b")).isEqualTo("member/2");
    }

    @Test
    void givesTheSecondOfTwoPodsWithOneNumberAnotherPlace() {
        rig.group("train", 1)
                .see(
                        pod("b").of("train").index(1).madeAt(2),
                        pod("a").of("train").index(1).madeAt(1))
                .flush();

        assertThat(rig.place("a")).isEqualTo("member/1");
        assertThat(rig.place("b")).isEqualTo("member/0");
    }

    @Test
    void keepsRoomForNumbersThatAreMissing() {
        rig.group("train", 1).see(pod("a").of("train").index(4)).flush();

        assertThat(rig.place("a")).isEqualTo("member/4");
        assertThat(rig.roles("train-uid")).containsExactly("member 0 5");
    }

    @Test
    void givesABoundPodThePlaceThatItsBindNamed() {
        rig.group("train", 1)
                .see(
                        pod("a").of("train").madeAt(1),
                        pod("b").of("train").madeAt(2).boundAs("member", 0, "n1"))
                .flush();

        assertThat(rig.place("b")).isEqualTo("member/0");
        assertThat(rig.place("a")).isEqualTo("member/1");
    }

    @Test
    void makesAPodThatWaitsGiveItsPlaceToOneThatIsBoundThere() {
        rig.group("train", 1).see(pod("a").of("train"), pod("b").of("train")).flush();
        assertThat(rig.place("a")).isEqualTo("member/0");

        rig.see(pod("b").of("train").boundAs("member", 0, "n1").version(2)).flush();

        assertThat(rig.place("b")).isEqualTo("member/0");
        assertThat(rig.place("a")).isEqualTo("member/1");
    }

    @Test
    void givesTheSecondOfTwoBoundPodsThatClaimOnePlaceAnother() {
        rig.group("train", 1)
                .see(
                        pod("a").of("train").madeAt(1).boundAs("member", 0, "n1"),
                        pod("b").of("train").madeAt(2).boundAs("member", 0, "n2"))
                .flush();

        assertThat(rig.place("a")).isEqualTo("member/0");
        assertThat(rig.place("b")).isEqualTo("member/1");
    }

    @Test
    void takesNoRoleFromABindThatItsLabelsDoNotBear() {
        rig.group("train", 1)
                .see(pod("a").of("train").role("worker").boundAs("master", 0, "n1"))
                .flush();

        assertThat(rig.place("a")).isEqualTo("worker/0");
    }

    @Test
    void splitsPodsOfOneLabelByTheirTemplates() {
        rig.group("train", "g", "'minMember': 3, 'minTaskMember': {'worker': 3}")
                .see(
                        pod("a").of("train").role("worker").madeAt(1),
                        pod("b").of("train").role("worker").madeAt(2).gpus(1),
                        pod("c").of("train").role("worker").madeAt(3).gpus(1))
                .flush();

        assertThat(rig.place("a")).isEqualTo("worker/0");
        assertThat(rig.place("b")).matches("worker-[0-9a-f]{8}/0");
        assertThat(rig.place("c")).matches("worker-[0-9a-f]{8}/1");
        assertThat(rig.roles("g").get(0)).isEqualTo("worker 1 1");
        assertThat(rig.roles("g").get(1)).matches("worker-[0-9a-f]{8} 2 2");
    }

    @Test
    void ignoresWhatOnlyAKubeletNeedsWhenItComparesTemplates() {
        rig.group("train", 2)
                .see(
                        pod("a").of("train").madeAt(1).spec("'volumes': [{'name': 'token-a', 'emptyDir': {}}],"),
                        pod("b").of("train").madeAt(2).spec("'hostname': 'b',"))
                .flush();

        assertThat(rig.place("b")).isEqualTo("member/1");
    }

    @Test
    void letsAReplacementHaveThePlaceOfAPodThatGoes() {
        rig.group("train", 2)
                .see(pod("a").of("train").boundAs("member", 0, "n1"), pod("b").of("train"))
                .flush();

        rig.see(pod("a").of("train").boundAs("member", 0, "n1").terminating().version(2), pod("c").of("train"))
                .flush();

        assertThat(rig.place("c")).isEqualTo("member/0");
        assertThat(rig.place("a")).isEqualTo("member/0");
        assertThat(rig.roles("train-uid")).containsExactly("member 0 2");
    }

    @Test
    void letsAReplacementHaveThePlaceOfAPodThatFailedAndNotOfOneThatEndedWell() {
        rig.group("train", 2)
                .see(
                        pod("a").of("train").boundAs("member", 0, "n1").phase("Succeeded"),
                        pod("b").of("train").boundAs("member", 1, "n1").phase("Failed"),
                        pod("c").of("train"))
                .flush();

        assertThat(rig.place("a")).isEqualTo("member/0");
        assertThat(rig.place("b")).isEqualTo("member/1");
        assertThat(rig.place("c")).isEqualTo("member/1");
    }

    @Test
    void freesThePlaceOfAPodThatIsGone() {
        rig.group("train", 1).see(pod("a").of("train"), pod("b").of("train")).flush();

        rig.assembler.podGone("a");
        rig.see(pod("c").of("train")).flush();

        assertThat(rig.place("c")).isEqualTo("member/0");
        assertThat(rig.place("b")).isEqualTo("member/1");
    }

    @Test
    void givesTheSamePlacesAfterARestartWhateverTheOrder() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
        List<PodText> pods = new ArrayList<>();
        for (int each = 0; each < 60; each++) {
            var text = pod("p%02d".formatted(each))
                    .of("train")
                    .madeAt(random.nextInt(20))
                    .gpus(random.nextInt(2));
            if (random.nextInt(4) == 0) {
                text.index(random.nextInt(70));
            }
            pods.add(text);
        }
        rig.group("train", 10).see(pods.toArray(PodText[]::new)).flush();
        TreeMap<String, String> places = new TreeMap<>();
        rig.pods.keySet().forEach(uid -> places.put(uid, rig.place(uid)));
        bindSome(pods, places);

        for (int round = 0; round < 5; round++) {
            java.util.Collections.shuffle(pods, new java.util.Random(round));
            var restarted = new AssemblerRig();
            restarted.see(pods.subList(0, 30).toArray(PodText[]::new)).group("train", 10);
            restarted.see(pods.subList(30, 60).toArray(PodText[]::new)).flush();

            TreeMap<String, String> again = new TreeMap<>();
            restarted.pods.keySet().forEach(uid -> again.put(uid, restarted.place(uid)));
            assertThat(again).as("round " + round).isEqualTo(places);
        }
    }

    private static void bindSome(List<PodText> pods, Map<String, String> places) {
        for (int each = 0; each < pods.size(); each += 3) {
            String place = places.getOrDefault("p%02d".formatted(each), "");
            int slash = place.indexOf('/');
            pods.get(each).boundAs(place.substring(0, slash), Integer.parseInt(place.substring(slash + 1)), "n" + each);
        }
    }

    @Test
    void handlesTenThousandPodsOfOneGroup() {
        int count = 10_000;
        rig.group("big", count);
        for (int each = 0; each < count; each++) {
            rig.see(pod("p%05d".formatted(each)).of("big").madeAt(each / 1000));
        }
        assertThat(rig.flush()).hasSize(count + 1);
        TreeSet<String> places = new TreeSet<>();
        rig.pods.keySet().forEach(uid -> places.add(rig.place(uid)));
        assertThat(places).hasSize(count);

        rig.see(pod("p00007").of("big").boundAs("member", 7, "n1").version(2));
        List<Event> said = rig.flush();

        assertThat(said).hasSize(1);
        assertThat(rig.roles("big-uid")).containsExactly("member 0 10000");
    }
}
