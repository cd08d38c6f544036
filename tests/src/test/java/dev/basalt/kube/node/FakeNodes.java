package dev.basalt.kube.node;

import static org.awaitility.Awaitility.await;

import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.Together;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

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
        changeTaints(name, taints -> taints.add(new Taint(effect, key, null, value)));
    }

    public void untaint(String name, String key) {
        changeTaints(name, taints -> taints.removeIf(taint -> key.equals(taint.getKey())));
    }

    /** Says in the node's status whether it is Ready; taints follow where the control plane watches nodes. */
    public void setReady(String name, boolean ready) {
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"status\":{\"conditions\":" + Serialization.asJson(List.of(FakeNode.ready(ready))) + "}}");
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

    /** Again and again, until nobody has changed the node between reading and writing. */
    private void changeTaints(String name, Consumer<List<Taint>> change) {
        await().atMost(PATIENCE).until(() -> {
            Node node = object(name);
            change.accept(node.getSpec().getTaints());
            try {
                var _ = client.nodes().resource(node).update();
                return true;
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    throw e;
                }
                return false;
            }
        });
    }

    /** Written whole, whatever others change of the node at the same time. */
    private void setTaints(String name, List<Taint> taints) {
        client.nodes().withName(name).patch(MERGE, "{\"spec\":{\"taints\":" + Serialization.asJson(taints) + "}}");
    }

    private void setUnschedulable(String name, boolean unschedulable) {
        client.nodes().withName(name).patch(MERGE, "{\"spec\":{\"unschedulable\":" + unschedulable + "}}");
    }
}
