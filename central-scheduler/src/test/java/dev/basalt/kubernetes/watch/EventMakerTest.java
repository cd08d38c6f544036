package dev.basalt.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed.Kind;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.manifest.live.Json;
import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.live.LivePod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EventMakerTest {
    private static final GroupWishes NOBODY = new GroupWishes() {
        @Override
        public void wanted(String namespace, String name, LivePod pod) {}

        @Override
        public void settled(String namespace, String name) {}
    };

    private final Directory directory = new Directory();
    private final List<String> refusals = new ArrayList<>();
    private @Nullable PodView pod;
    private @Nullable Gang gang;
    private final EventMaker maker = new EventMaker(directory, NOBODY, "basalt");

    @Test
    void saysNothingOfPodsBeforePodsAndGroupsAreListed() {
        see(Watched.PODS, "{'metadata': {'name': 'a', 'uid': 'a'}, 'spec': {'schedulerName': 'x', 'nodeName': 'n'}}");
        listed(Watched.PODS, 5, "a");
        assertThat(maker.flush()).isEmpty();

        listed(Watched.POD_GROUPS, 6);

        assertThat(maker.flush())
                .extracting(EventMakerTest::shown)
                .containsExactly("PodObserved a", "GANGS []", "PODS [a]");
    }

    @Test
    void saysOfTheOtherKindsWhatItSeesAtOnce() {
        see(Watched.NODES, "{'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '3'}}");
        see(Watched.QUEUES, "{'metadata': {'name': 'q', 'uid': 'u2'}}");
        see(Watched.PRIORITY_CLASSES, "{'metadata': {'name': 'high', 'uid': 'u3'}, 'value': 7}");
        listed(Watched.NODES, 5, "n1");

        assertThat(maker.flush())
                .extracting(EventMakerTest::shown)
                .containsExactly("NodeApplied n1", "QueueApplied q", "PriorityClassApplied high 7", "NODES [n1]");
        assertThat(directory.nodeUid("n1")).isEqualTo("u1");
        assertThat(directory.queueNames()).containsExactly("q");
    }

    @Test
    void saysNothingOfAnObjectInWhichNothingOfInterestChanged() {
        see(Watched.NODES, "{'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '3'}}");
        maker.flush();

        see(
                Watched.NODES,
                "{'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '4'}, 'status': {'images': [{}]}}");

        assertThat(maker.flush()).isEmpty();
    }

    @Test
    void saysAnObjectAnewThatWasDeletedOrVanished() {
        var node = "{'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '3'}}";
        see(Watched.NODES, node);
        maker.take(new Change.Gone(Watched.NODES, new LiveMeta("u1", "", "n1", 4, 0, false)));
        see(Watched.NODES, node);
        listed(Watched.NODES, 9);
        see(Watched.NODES, node);

        assertThat(maker.flush())
                .extracting(EventMakerTest::shown)
                .containsExactly("NodeApplied n1", "NodeDeleted n1", "NodeApplied n1", "NODES []", "NodeApplied n1");
    }

    @Test
    void takesTheRootQueueAsGiven() {
        see(Watched.QUEUES, "{'metadata': {'name': 'root', 'uid': 'u'}, 'spec': {'weight': 5}}");

        assertThat(maker.flush()).isEmpty();
        assertThat(directory.queueNames()).containsExactly("root");
    }

    @Test
    void numbersEventsHigherThanTheVersionsOfTheirObjects() {
        see(Watched.NODES, "{'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '3'}}");
        listed(Watched.NODES, 5, "n1");

        var events = maker.flush();

        long applied = ((Event.ObjectEvent) events.get(0)).version();
        long listed = ((Event.ObjectEvent) events.get(1)).version();
        assertThat(applied).isGreaterThan(3);
        assertThat(listed).isGreaterThan(applied);
    }

    @Test
    void refusesAPodWhoseClaimHasNoVolumeAndTakesItOnceItHas() {
        listed(Watched.POD_GROUPS, 1);
        see(Watched.PODS, podWith("data"));
        listed(Watched.PODS, 2, "a");
        assertThat(placed()).isFalse();
        assertThat(refusals).containsExactly("claim 'data' does not exist. Maybe create it, or wait for who makes it.");

        see(Watched.CLAIMS, "{'metadata': {'name': 'data', 'namespace': 'ns', 'uid': 'c'}}");
        assertThat(placed()).isFalse();
        see(
                Watched.CLAIMS,
                "{'metadata': {'name': 'data', 'namespace': 'ns', 'uid': 'c'}, 'spec': {'volumeName': 'v'},"
                        + " 'status': {'phase': 'Bound'}}");
        assertThat(placed()).isFalse();
        assertThat(refusals.getLast()).isEqualTo("claim 'data' is bound to volume 'v', which is not known.");
        see(Watched.VOLUMES, volumeIn("a", "b"));

        assertThat(placed()).isTrue();
        assertThat(nodeTerms()).containsExactly(in("zone", "a"), in("zone", "b"));
        assertThat(refusals).hasSize(3);
    }

    @Test
    void refusesAPodAgainWhoseClaimIsGone() {
        listed(Watched.POD_GROUPS, 1);
        see(
                Watched.CLAIMS,
                "{'metadata': {'name': 'data', 'namespace': 'ns', 'uid': 'c'}, 'spec': {'volumeName': 'v'},"
                        + " 'status': {'phase': 'Bound'}}");
        see(Watched.VOLUMES, volumeIn("a"));
        see(Watched.PODS, podWith("data"));
        listed(Watched.PODS, 2, "a");
        assertThat(placed()).isTrue();

        listed(Watched.CLAIMS, 3);

        assertThat(placed()).isFalse();
    }

    private boolean placed() {
        for (Event event : maker.flush()) {
            switch (event) {
                case Event.PodObserved observed -> pod = observed.pod();
                case Event.GangApplied applied -> gang = applied.gang();
                case Event.ObjectRefused refused -> refusals.add(refused.message());
                default -> {}
            }
        }
        return pod != null && pod.task() != null;
    }

    private List<NodeTerm> nodeTerms() {
        PodTemplate template = Objects.requireNonNull(gang).roles().getFirst().template();
        return Objects.requireNonNull(template).nodeTerms();
    }

    private static NodeTerm in(String key, String value) {
        return new NodeTerm(List.of(new Requirement(key, Operator.IN, List.of(value))));
    }

    private static String podWith(String claim) {
        return """
                {'metadata': {'name': 'a', 'namespace': 'ns', 'uid': 'a'},
                 'spec': {'schedulerName': 'basalt', 'containers': [{'name': 'main'}],
                   'volumes': [{'name': 'v', 'persistentVolumeClaim': {'claimName': '%s'}}]}}
                """.formatted(claim);
    }

    private static String volumeIn(String... zones) {
        StringBuilder terms = new StringBuilder();
        for (String zone : zones) {
            terms.append(terms.isEmpty() ? "" : ", ")
                    .append("{'matchExpressions': [{'key': 'zone', 'operator': 'In', 'values': ['")
                    .append(zone)
                    .append("']}]}");
        }
        return "{'metadata': {'name': 'v', 'uid': 'u'}, 'spec': {'nodeAffinity': {'required': {'nodeSelectorTerms': ["
                + terms + "]}}}}";
    }

    private void see(Watched kind, String object) {
        maker.take(Change.seen(kind, Json.object(object), List.of("basalt")));
    }

    private void listed(Watched kind, long version, String... identities) {
        maker.take(new Change.Listed(kind, List.of(identities), version));
    }

    private static String shown(Event event) {
        return switch (event) {
            case Event.NodeApplied applied -> "NodeApplied " + applied.node().name();
            case Event.NodeDeleted deleted -> "NodeDeleted " + deleted.nodeName();
            case Event.QueueApplied applied -> "QueueApplied " + applied.queue().name();
            case Event.PriorityClassApplied applied -> "PriorityClassApplied " + applied.name() + " " + applied.value();
            case Event.PodObserved observed -> "PodObserved " + observed.pod().uid();
            case Event.Listed list when list.kind() != Kind.QUEUES -> list.kind() + " " + list.identities();
            default -> event.toString();
        };
    }
}
