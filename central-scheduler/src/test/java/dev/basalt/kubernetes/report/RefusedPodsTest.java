package dev.basalt.kubernetes.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.PublishedView.RefusedObject;
import dev.basalt.kubernetes.Directory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RefusedPodsTest {
    private static final Directory.Pod POD = new Directory.Pod("team-a", "train-0", "a", "", "");

    private final Directory directory = new Directory();
    private final List<Happening> told = new ArrayList<>();
    private final RefusedPods refused = new RefusedPods(directory, 100, told::add);

    @Test
    void tellsOnceOfAPodThatStaysRefused() {
        directory.put(POD);

        refused.round(List.of(object("Pod", "a", "is gated")), 0, 3);
        refused.round(List.of(object("Pod", "a", "is gated")), 99, 3);
        assertThat(told).isEmpty();
        refused.round(List.of(object("Pod", "a", "is gated")), 100, 3);
        refused.round(List.of(object("Pod", "a", "is gated")), 500, 3);

        assertThat(told)
                .containsExactly(new Happening(
                        Happening.Regarding.pod(POD), true, "FailedScheduling", "Scheduling", "spec.x is gated", 3));
    }

    @Test
    void tellsAgainWhenTheReasonIsAnother() {
        directory.put(POD);
        refused.round(List.of(object("Pod", "a", "one")), 0, 3);
        refused.round(List.of(object("Pod", "a", "one")), 200, 3);

        refused.round(List.of(object("Pod", "a", "other")), 300, 3);
        refused.round(List.of(object("Pod", "a", "other")), 400, 3);

        assertThat(told).extracting(Happening::note).containsExactly("spec.x one", "spec.x other");
    }

    @Test
    void saysNothingOfPodsThatAreNotOursAndOfOtherObjects() {
        refused.round(List.of(object("Pod", "b", "x"), object("Node", "n1", "x")), 0, 3);
        refused.round(List.of(object("Pod", "b", "x"), object("Node", "n1", "x")), 900, 3);

        assertThat(told).isEmpty();
    }

    private static RefusedObject object(String kind, String identity, String message) {
        return new RefusedObject("kubernetes", kind, identity, "spec.x", message, 1);
    }
}
