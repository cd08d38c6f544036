package dev.basalt.kube.node;

import dev.basalt.kube.Together;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases by which machines say that they live, renewed as often as kubelets renew them. */
final class NodeLeases implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLeases.class);
    private static final String NAMESPACE = "kube-node-lease";
    /** The kubelet's defaults: nodeLeaseDurationSeconds, and a quarter of it between renewals. */
    private static final int DURATION_SECONDS = 40;

    private static final int PERIOD_SECONDS = 10;

    private final KubernetesClient client;
    private final Set<String> names = new ConcurrentSkipListSet<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("node-leases").factory());

    NodeLeases(KubernetesClient client) {
        this.client = client;
        var _ = clock.scheduleWithFixedDelay(this::renewAll, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    void add(String name) {
        client.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity(name)
                        .withLeaseDurationSeconds(DURATION_SECONDS)
                        .withRenewTime(now())
                        .endSpec()
                        .build())
                .createOr(existing -> existing.update());
        names.add(name);
    }

    /** The lease stays as it is and grows old. */
    void remove(String name) {
        names.remove(name);
    }

    /** As when the machine is given back. */
    void delete(String name) {
        names.remove(name);
        client.leases().inNamespace(NAMESPACE).withName(name).delete();
    }

    private void renewAll() {
        Together.each(List.copyOf(names), name -> {
            try {
                client.leases()
                        .inNamespace(NAMESPACE)
                        .withName(name)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"renewTime\":\"" + now() + "\"}}");
            } catch (KubernetesClientException e) {
                // As a kubelet: the next round tries again.
                LOG.warn("lease not renewed node={} cause={}", name, e.getMessage());
            }
        });
    }

    private static ZonedDateTime now() {
        return ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        names.clear();
    }
}
