package dev.basalt.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.TaskId;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.ControlPlaneOptions;
import dev.basalt.kube.Crds;
import dev.basalt.kube.Pods;
import dev.basalt.kube.Together;
import dev.basalt.kube.fault.Fault;
import dev.basalt.kube.fault.FaultProxy;
import dev.basalt.kube.fault.RequestPattern;
import dev.basalt.kube.node.FakeNode;
import dev.basalt.kube.node.FakeNodes;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.gang.PodGroupMaker;
import dev.basalt.kubernetes.watch.WatchPace;
import dev.basalt.kubernetes.watch.Watched;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The watches on a real API server, with and without trouble on the way. */
final class WatchesKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE =
            ControlPlaneExtension.own(ControlPlaneOptions.plain().withoutFsync());

    private static final WatchPace QUICK = new WatchPace(500, 30, 600_000, 5_000, 20, 500, 5);

    private final ControlPlane plane = KUBE.plane();
    private final String namespace = plane.freshNamespace();

    @BeforeAll
    static void installDefinitions() {
        Crds.install(KUBE.plane().client());
    }

    @Test
    void followsObjectsOfEveryKindThatComeChangeAndGo() {
        try (var nodes = new FakeNodes(plane);
                var followed = new Followed(plane.client(), QUICK).complete()) {
            nodes.create(FakeNode.withGpus("follows", 8).withLabel("zone", "a"));
            plane.client().resource(Parts.queue("follows")).create();
            plane.client().resource(Parts.priority("follows", 77)).create();
            var group = plane.client().resource(group("train", 2)).create();
            Pod pod = create(member("train-0", "train"));

            followed.soon(() -> followed.task(pod) != null
                    && followed.queues.containsKey("follows")
                    && followed.classes.containsKey("follows")
                    && isOpen(followed.nodes.get("follows")));

            var gang = Objects.requireNonNull(
                    followed.gangs.get(group.getMetadata().getUid()));
            assertThat(gang.minimum()).isEqualTo(2);
            assertThat(gang.ownership()).isEqualTo(PodOwnership.BARE);
            assertThat(followed.task(pod)).isEqualTo(new TaskId(gang.uid(), "member", 0));
            assertThat(Objects.requireNonNull(followed.nodes.get("follows"))
                            .allocatable()
                            .amount("nvidia.com/gpu"))
                    .isEqualTo(8);

            nodes.cordon("follows");
            followed.soon(() -> !isOpen(followed.nodes.get("follows")));
            plane.client().resource(pod).withGracePeriod(0).delete();
            plane.client().resource(group).delete();
            plane.client().resource(Parts.queue("follows")).delete();
            plane.client().resource(Parts.priority("follows", 77)).delete();
            nodes.delete(List.of("follows"));

            followed.soon(() -> !followed.knows(pod)
                    && !followed.gangs.containsKey(gang.uid())
                    && !followed.queues.containsKey("follows")
                    && !followed.classes.containsKey("follows")
                    && !followed.nodes.containsKey("follows"));
            assertThat(followed.refusals)
                    .doesNotContain("Pod " + pod.getMetadata().getUid());
        }
    }

    @Test
    void readsBackWhatABindingSaid() {
        plane.client().resource(group("bound", 1)).create();
        Pod pod = create(member("bound-0", "bound"));
        String uid = pod.getMetadata().getUid();
        Grant grant = new Grant(
                new Grant.Key(uid, "main", "GPU-1"), "n-bound", 80_000, 1000, true, 4, 9, Grant.State.COMMITTED);
        var bind = new Effect.Bind(
                4, "g", new TaskId("g", "member", 3), uid, "n-bound", 9, List.of(grant), 3, 8, List.of(), 0, 0);

        Pods.bind(plane.client(), pod, "n-bound", BindAnnotations.encode(bind, "bound"));

        try (var followed = new Followed(plane.client(), QUICK).complete()) {
            PodView view = Objects.requireNonNull(followed.pods.get(uid));
            assertThat(view.nodeName()).isEqualTo("n-bound");
            assertThat(view.grants()).containsExactly(grant);
            assertThat(Objects.requireNonNull(view.task()).index()).isEqualTo(3);
        }
    }

    @Test
    void goesOnAfterTheApiServerWasStartedAnew() {
        try (var followed = new Followed(plane.client(), QUICK).complete()) {
            Pod before = create(bound("before"));
            followed.soon(() -> followed.knows(before));

            plane.restartApiServer();
            Pod after = create(bound("after"));
            plane.client().resource(before).withGracePeriod(0).delete();

            followed.soon(() -> followed.knows(after) && !followed.knows(before));
        }
    }

    @Test
    void listsAgainWhenAWatchHasExpired() {
        try (var proxy = FaultProxy.before(plane);
                var client = ControlPlane.clientWith(proxy.kubeconfig());
                var followed = new Followed(client, QUICK).complete()) {
            long lists = followed.status(Watched.PODS).listCount();
            followed.soon(() -> proxy.watchCount(RequestPattern.watch("pods")) == 1);

            proxy.expireWatches(RequestPattern.watch("pods"));
            Pod pod = create(bound("expired"));

            followed.soon(() -> followed.knows(pod));
            followed.soon(() -> followed.status(Watched.PODS).listCount() == lists + 1);
        }
    }

    @Test
    void makesUpForEventsThatGotLostOnTheWay() {
        Pod gone = create(bound("lost"));
        var pace = new WatchPace(500, 1, 2_000, 5_000, 20, 500, 5);
        try (var proxy = FaultProxy.before(plane);
                var client = ControlPlane.clientWith(proxy.kubeconfig());
                var followed = new Followed(client, pace).complete()) {
            assertThat(followed.knows(gone)).isTrue();
            proxy.swallow(RequestPattern.watch("pods"), event -> event.isOf(namespace, "lost"), Integer.MAX_VALUE);

            plane.client().resource(gone).withGracePeriod(0).delete();

            followed.soon(() -> !followed.knows(gone));
        }
    }

    @Test
    void waitsOutABusyServerAndABrokenRoad() {
        try (var proxy = FaultProxy.before(plane);
                var client = ControlPlane.clientWith(proxy.kubeconfig())) {
            proxy.inject(RequestPattern.list("nodes"), Fault.gone(), 1);
            proxy.inject(RequestPattern.list("pods"), Fault.tooManyRequests(1), 2);
            try (var followed = new Followed(client, QUICK).complete()) {
                proxy.refuse();
                Pod pod = create(bound("outage"));
                followed.soon(() -> !followed.status(Watched.PODS).trouble().isEmpty());
                proxy.accept();

                followed.soon(() -> followed.knows(pod));
                assertThat(followed.status(Watched.PODS).trouble()).isEmpty();
            }
        }
    }

    @Test
    void listsTwoThousandPodsInPages() {
        plane.client().resource(group("many", 2_000)).create();
        Together.each(IntStream.range(0, 2_000).boxed().toList(), each -> create(member("many-" + each, "many")));

        try (var followed = new Followed(plane.client(), QUICK).complete()) {
            var places = new TreeSet<Integer>();
            for (PodView pod : followed.pods.values()) {
                if (pod.name().startsWith("many-")) {
                    places.add(Objects.requireNonNull(pod.task()).index());
                }
            }

            assertThat(places).hasSize(2_000);
            assertThat(places.last()).isEqualTo(1_999);
            assertThat(followed.status(Watched.PODS).objectCount()).isGreaterThanOrEqualTo(2_000);
        }
        plane.client().pods().inNamespace(namespace).withGracePeriod(0).delete();
    }

    @Test
    void takesAPodOnceItsClaimHasAVolumeAndOnlyWhereThatCanBeReached() {
        var group = plane.client().resource(group("stores", 1)).create();
        Pod pod = create(new PodBuilder(member("stores-0", "stores"))
                .editSpec()
                .addNewVolume()
                .withName("data")
                .withNewPersistentVolumeClaim("data", false)
                .endVolume()
                .endSpec()
                .build());
        try (var followed = new Followed(plane.client(), QUICK).complete()) {
            assertThat(followed.task(pod)).isNull();
            assertThat(followed.refusals).contains("Pod " + pod.getMetadata().getUid());

            plane.client().resource(Parts.volume("volume-of-" + namespace)).create();
            plane.client().resource(claim("data", "volume-of-" + namespace)).create();

            followed.soon(() -> followed.task(pod) != null);
            var gang = Objects.requireNonNull(
                    followed.gangs.get(group.getMetadata().getUid()));
            assertThat(Objects.requireNonNull(gang.roles().getFirst().template())
                            .nodeTerms())
                    .containsExactly(new NodeTerm(
                            List.of(new NodeTerm.Requirement("zone", NodeTerm.Operator.IN, List.of("a")))));
        }
    }

    @Test
    void makesThePodGroupOfAJobAndLetsItGoWithTheJob() {
        var job = plane.client().resource(job("indexed", 3)).create();
        String name = "podgroup-" + job.getMetadata().getUid();
        try (var client = clientWithoutRetries();
                var leader = new Leader(new ApiCalls(client), namespace);
                var maker = new PodGroupMaker(leader.calls(), leader.fence(), new NoMeter(), () -> false);
                var followed = new Followed(plane.client(), QUICK, maker)) {
            maker.start();
            followed.complete().soon(() -> placesOf(followed, "indexed").size() == 3);

            var gang = followed.gangs.values().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(gang.minimum()).isEqualTo(3);
            assertThat(gang.ownership()).isEqualTo(PodOwnership.CONTROLLER);
            assertThat(placesOf(followed, "indexed")).containsExactly(0, 1, 2);

            plane.client().resource(job).delete();
            followed.soon(() -> !followed.gangs.containsKey(gang.uid()));
            followed.soon(() -> maker.waiting() == 0);
        }
    }

    private record NoMeter() implements WriteMeter {
        @Override
        public void called(Kind kind, End end, long nanos) {}

        @Override
        public void dropped(Kind kind) {}
    }

    private KubernetesClient clientWithoutRetries() {
        Config config = Config.fromKubeconfig(plane.kubeconfig().toFile());
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static SortedSet<Integer> placesOf(Followed followed, String job) {
        var places = new TreeSet<Integer>();
        for (PodView pod : followed.pods.values()) {
            TaskId task = pod.task();
            if (pod.name().startsWith(job + "-") && task != null) {
                places.add(task.index());
            }
        }
        return places;
    }

    private static boolean isOpen(@Nullable NodeSpec node) {
        return node != null && node.ready() && node.admission() == NodeSpec.Admission.OPEN;
    }

    private Pod create(Pod pod) {
        return plane.client().resource(pod).create();
    }

    private Pod bound(String name) {
        return new PodBuilder(Pods.asking(namespace, name, Map.of("cpu", "1")))
                .editSpec()
                .withNodeName("some-node")
                .endSpec()
                .build();
    }

    private Pod member(String name, String group) {
        return new PodBuilder(Pods.asking(namespace, name, Map.of("cpu", "1", FakeNode.GPU, "1")))
                .editMetadata()
                .addToAnnotations(BindAnnotations.GROUP, group)
                .endMetadata()
                .editSpec()
                .withSchedulerName("basalt")
                .endSpec()
                .build();
    }

    private GenericKubernetesResource group(String name, int minimum) {
        return Parts.scheduling("PodGroup", name, Map.of("minMember", minimum))
                .editMetadata()
                .withNamespace(namespace)
                .endMetadata()
                .build();
    }

    private PersistentVolumeClaim claim(String name, String volume) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName("")
                .withVolumeName(volume)
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity("1Gi")))
                .endResources()
                .endSpec()
                .build();
    }

    private io.fabric8.kubernetes.api.model.batch.v1.Job job(String name, int pods) {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToAnnotations("scheduling.volcano.sh/group-min-member", String.valueOf(pods))
                .endMetadata()
                .withNewSpec()
                .withCompletionMode("Indexed")
                .withCompletions(pods)
                .withParallelism(pods)
                .withNewTemplate()
                .withSpec(new PodBuilder(Pods.asking(namespace, name, Map.of("cpu", "1")))
                        .editSpec()
                        .withSchedulerName("volcano")
                        .withRestartPolicy("Never")
                        .endSpec()
                        .build()
                        .getSpec())
                .endTemplate()
                .endSpec()
                .build();
    }
}
