package dev.basalt.kube.node;

import static org.awaitility.Awaitility.await;

import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.Together;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The Node objects of machines that are not there. Where the control plane watches node leases they are renewed until
 * {@link #close()}, which deletes what is left.
 */
public final class FakeNodes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The API server gives it to every new node: TaintNodesByCondition. */
    private static final String NOT_READY = "node.kubernetes.io/not-ready";

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;
    private final Optional<NodeLeases> leases;
    private final Map<String, FakeNode> nodes = new ConcurrentSkipListMap<>();

    /** None yet. */
    public FakeNodes(ControlPlane plane) {
        this.client = plane.client();
        this.leases = plane.options().nodeLifecycle() ? Optional.of(new NodeLeases(client)) : Optional.empty();
    }

    /** Returns when all are there, Ready and without the taint of new nodes. */
    public void create(Collection<FakeNode> wanted) {
        Together.each(wanted, node -> {
            nodes.put(node.name(), node);
            leases.ifPresent(open -> open.add(node.name()));
            client.resource(node.object()).create();
            if (leases.isEmpty()) {
                setTaints(node.name(), node.taints());
            }
        });
        TreeSet<String> names = new TreeSet<>();
        wanted.forEach(node -> names.add(node.name()));
        await().atMost(PATIENCE).until(() -> {
            client.nodes().list().getItems().stream()
                    .filter(node -> node.getSpec().getTaints().stream()
                            .noneMatch(taint -> taint.getKey().equals(NOT_READY)))
                    .forEach(node -> names.remove(node.getMetadata().getName()));
            return names.isEmpty();
        });
    }

    public void create(FakeNode... wanted) {
        create(List.of(wanted));
    }

    /** Deletes the objects, as when machines are given back; pods stay bound to the name. */
    public void delete(Collection<String> names) {
        Together.each(List.copyOf(names), name -> {
            nodes.remove(name);
            leases.ifPresent(open -> open.delete(name));
            client.nodes().withName(name).delete();
        });
    }

    public void cordon(String name) {
        setUnschedulable(name, true);
    }

    public void uncordon(String name) {
        setUnschedulable(name, false);
    }

    public void taint(String name, String key, String value, String effect) {
        client.nodes()
                .withName(name)
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .addToTaints(new Taint(effect, key, null, value))
                        .endSpec()
                        .build());
    }

    public void untaint(String name, String key) {
        client.nodes()
                .withName(name)
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .removeMatchingFromTaints(taint -> key.equals(taint.getKey()))
                        .endSpec()
                        .build());
    }

    /** Says in the node's status whether it is Ready; taints follow where the control plane watches nodes. */
    public void setReady(String name, boolean ready) {
        client.nodes()
                .withName(name)
                .editStatus(node -> new NodeBuilder(node)
                        .editStatus()
                        .withConditions(FakeNode.ready(ready))
                        .endStatus()
                        .build());
    }

    /** Changes capacity and allocatable of one resource, as a device plugin that lost a device does. */
    public void setAllocatable(String name, String resource, String quantity) {
        String amount = "{\"" + resource + "\":\"" + quantity + "\"}";
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"capacity\":" + amount + ",\"allocatable\":" + amount + "}}");
        nodes.computeIfPresent(name, (key, node) -> node.withAllocatable(resource, quantity));
    }

    /** Stops renewing the node's lease, as a machine that lost power: it becomes unknown after its grace period. */
    public void abandon(String name) {
        leases.ifPresent(open -> open.remove(name));
    }

    /** The object as it is now. */
    public Node object(String name) {
        return client.nodes().withName(name).require();
    }

    /** What the machine of that name offers; empty when it is none of these. */
    Optional<FakeNode> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public void close() {
        leases.ifPresent(NodeLeases::close);
        delete(nodes.keySet());
    }

    private void setTaints(String name, List<Taint> taints) {
        client.nodes()
                .withName(name)
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .withTaints(taints)
                        .endSpec()
                        .build());
    }

    private void setUnschedulable(String name, boolean unschedulable) {
        client.nodes().withName(name).patch(MERGE, "{\"spec\":{\"unschedulable\":" + unschedulable + "}}");
    }
}
