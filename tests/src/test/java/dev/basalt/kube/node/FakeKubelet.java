package dev.basalt.kube.node;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kubelet of all {@link FakeNodes}: a pod bound to one of them runs at once, ends when its annotations say so, and
 * goes away when it is deleted. It admits as a kubelet does: a pod that does not fit fails with {@code OutOf...} and is
 * listed in {@link #rejected()}. No container runs.
 *
 * <p>Annotations of a pod: {@value #RUN_MILLIS}, {@value #EXIT_CODE}, {@value #STOP_MILLIS}.
 */
public final class FakeKubelet implements AutoCloseable {
    /** How long it runs, in ms; until {@link #finish} when absent. */
    public static final String RUN_MILLIS = "fake-kubelet/run-millis";
    /** What its containers exit with after that; 0 when absent. */
    public static final String EXIT_CODE = "fake-kubelet/exit-code";
    /** How long its containers take to stop once it is deleted, in ms, at most its grace period; 0 when absent. */
    public static final String STOP_MILLIS = "fake-kubelet/stop-millis";

    private static final Logger LOG = LoggerFactory.getLogger(FakeKubelet.class);
    private static final int REQUESTS_AT_A_TIME = 32;
    /** Every pod is looked at again so often, which repeats what failed. */
    private static final long RESYNC_MILLIS = 5_000;
    /** Not found, or another pod has the name by now. */
    private static final Set<Integer> GONE = Set.of(HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT);
    /** 128 + SIGTERM. */
    private static final int STOPPED = 143;

    private final KubernetesClient client;
    private final FakeNodes nodes;
    private final SharedIndexInformer<Pod> pods;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(
            1, Thread.ofVirtual().name("fake-kubelet").factory());
    private final Semaphore requests = new Semaphore(REQUESTS_AT_A_TIME);
    private final Map<String, NodeRoom> rooms = new ConcurrentHashMap<>();
    /** What is under way or was done: {@code station uid}; each station of a life is passed once. */
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    private final Set<String> rejected = new ConcurrentSkipListSet<>();
    private final AtomicInteger addresses = new AtomicInteger();

    /** Begins at once; with a client of its own, or one that goes through a proxy. */
    public FakeKubelet(KubernetesClient client, FakeNodes nodes) {
        this.client = client;
        this.nodes = nodes;
        this.pods = client.pods()
                .inAnyNamespace()
                .withoutField("spec.nodeName", "")
                .inform(
                        new ResourceEventHandler<>() {
                            @Override
                            public void onAdd(Pod pod) {
                                look(pod);
                            }

                            @Override
                            public void onUpdate(Pod before, Pod pod) {
                                look(pod);
                            }

                            @Override
                            public void onDelete(Pod pod, boolean finalStateUnknown) {
                                forget(pod);
                            }
                        },
                        RESYNC_MILLIS);
    }

    /**
     * Pods that were bound where they do not fit, as {@code namespace/name node resource}. Empty is what tests want.
     */
    public List<String> rejected() {
        return List.copyOf(rejected);
    }

    /** Lets a running pod end with that exit code. */
    public void finish(String namespace, String name, int exitCode) {
        Pod pod = client.pods().inNamespace(namespace).withName(name).require();
        writeStatus(pod, PodStatuses.ended(pod, exitCode));
        room(pod).free(uid(pod));
    }

    @Override
    public void close() {
        pods.close();
        clock.shutdownNow();
    }

    private void look(Pod pod) {
        nodes.node(pod.getSpec().getNodeName()).ifPresent(node -> {
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                once("stop", pod, stopMillis(pod), () -> stop(pod));
            } else if (isEnded(pod)) {
                room(pod).free(uid(pod));
            } else if ("Running".equals(pod.getStatus().getPhase())) {
                endInTime(pod);
            } else {
                once("run", pod, 0, () -> run(pod, node));
            }
        });
    }

    private void run(Pod pod, FakeNode node) {
        room(pod)
                .admit(pod, node)
                .ifPresentOrElse(
                        resource -> {
                            rejected.add(pod.getMetadata().getNamespace() + "/"
                                    + pod.getMetadata().getName() + " " + node.name() + " " + resource);
                            writeStatus(pod, PodStatuses.rejected(resource));
                        },
                        () -> writeStatus(pod, PodStatuses.running(pod, nextAddress(), "127.0.0.1")));
    }

    private void endInTime(Pod pod) {
        String runMillis = annotation(pod, RUN_MILLIS);
        if (!runMillis.isEmpty()) {
            String exitCode = annotation(pod, EXIT_CODE);
            int code = exitCode.isEmpty() ? 0 : Integer.parseInt(exitCode);
            once("end", pod, Long.parseLong(runMillis), () -> writeStatus(pod, PodStatuses.ended(pod, code)));
        }
    }

    /** As a kubelet: first the last status, then the deletion that makes the object go. */
    private void stop(Pod pod) {
        if (!isEnded(pod)) {
            writeStatus(pod, PodStatuses.ended(pod, STOPPED));
        }
        room(pod).free(uid(pod));
        client.raw(
                "/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/"
                        + pod.getMetadata().getName(),
                "DELETE",
                new DeleteOptionsBuilder()
                        .withGracePeriodSeconds(0L)
                        .withNewPreconditions()
                        .withUid(uid(pod))
                        .endPreconditions()
                        .build());
    }

    /** Merged as a kubelet's: conditions of others stay, and a pod of another UID under this name is left alone. */
    private void writeStatus(Pod pod, PodStatus status) {
        var patch = new PodBuilder()
                .withNewMetadata()
                .withUid(uid(pod))
                .endMetadata()
                .withStatus(status)
                .build();
        client.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), Serialization.asJson(patch));
    }

    /** Runs the work later, unless it is under way or was done; a failure is tried again at the next look. */
    private void once(String station, Pod pod, long delayMillis, Runnable work) {
        String key = station + " " + uid(pod);
        if (!passed.add(key) || clock.isShutdown()) {
            return;
        }
        var _ = clock.schedule(
                () -> Thread.ofVirtual().start(() -> attempt(key, pod, work)), delayMillis, TimeUnit.MILLISECONDS);
    }

    private void attempt(String key, Pod pod, Runnable work) {
        requests.acquireUninterruptibly();
        try {
            work.run();
        } catch (KubernetesClientException e) {
            if (!GONE.contains(e.getCode())) {
                LOG.warn("pod={} {}", pod.getMetadata().getName(), e.getMessage());
                passed.remove(key);
            }
        } finally {
            requests.release();
        }
    }

    private void forget(Pod pod) {
        room(pod).free(uid(pod));
        for (String station : List.of("run", "end", "stop")) {
            passed.remove(station + " " + uid(pod));
        }
    }

    private NodeRoom room(Pod pod) {
        return rooms.computeIfAbsent(pod.getSpec().getNodeName(), name -> new NodeRoom());
    }

    private String nextAddress() {
        int next = addresses.incrementAndGet();
        return "10." + (next >> 16 & 0xff) + "." + (next >> 8 & 0xff) + "." + (next & 0xff);
    }

    private static long stopMillis(Pod pod) {
        String stop = annotation(pod, STOP_MILLIS);
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        long graceMillis = grace == null ? 0 : grace * 1_000;
        return stop.isEmpty() ? 0 : Math.min(Long.parseLong(stop), graceMillis);
    }

    private static boolean isEnded(Pod pod) {
        String phase = pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    private static String annotation(Pod pod, String key) {
        Map<String, String> all = pod.getMetadata().getAnnotations();
        return all == null ? "" : all.getOrDefault(key, "");
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }
}
