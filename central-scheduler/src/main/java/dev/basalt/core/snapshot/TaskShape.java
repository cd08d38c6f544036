package dev.basalt.core.snapshot;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that two tasks must share to be interchangeable.
 *
 * @param requests everything but GPUs: max(init phases, sum of mains); one pod
 * @param asks GPU asks in the order of the containers
 * @param nodeSelector labels that the node must carry
 * @param nodeTerms required node affinity
 * @param tolerations taints it puts up with
 * @param hostPorts host ports it binds
 * @param avoidNodes nodes that just failed its gang, sorted
 * @param resident what other pods' rules see of it; {@link Resident#NONE} while there is no rule
 * @param neighbours its own rules about other pods
 */
public record TaskShape(
        ResourceVector requests,
        List<DeviceAsk> asks,
        SortedMap<String, String> nodeSelector,
        List<PodTemplate.NodeTerm> nodeTerms,
        List<PodTemplate.Toleration> tolerations,
        List<String> hostPorts,
        List<String> avoidNodes,
        Resident resident,
        Neighbours neighbours) {
    public TaskShape {
        asks = List.copyOf(asks);
        nodeSelector = Collections.unmodifiableSortedMap(new TreeMap<>(nodeSelector));
        nodeTerms = List.copyOf(nodeTerms);
        tolerations = List.copyOf(tolerations);
        hostPorts = List.copyOf(hostPorts);
        avoidNodes = List.copyOf(avoidNodes);
    }

    /**
     * One GPU ask of one container.
     *
     * @param container position of the container in its template
     * @param phase when the container runs
     * @param request what it asks
     */
    public record DeviceAsk(int container, Phase phase, DeviceRequest request) {}

    /** The shape of a template's pods, where no pod has a rule about others. */
    public static TaskShape of(PodTemplate template, List<String> avoidNodes) {
        return of(template, avoidNodes, Resident.NONE);
    }

    /**
     * The shape of a template's pods.
     *
     * @param resident what rules see of them
     */
    public static TaskShape of(PodTemplate template, List<String> avoidNodes, Resident resident) {
        List<DeviceAsk> asks = new ArrayList<>();
        for (int container = 0; container < template.containers().size(); container++) {
            ContainerSpec spec = template.containers().get(container);
            for (DeviceRequest request : spec.devices()) {
                asks.add(new DeviceAsk(container, spec.phase(), request));
            }
        }
        return new TaskShape(
                peakRequests(template),
                asks,
                template.nodeSelector(),
                template.nodeTerms(),
                template.tolerations(),
                template.hostPorts(),
                avoidNodes,
                resident,
                template.neighbours());
    }

    /** Most that the pod's containers ask at one time: inits run in turn, each beside the sidecars that came before. */
    private static ResourceVector peakRequests(PodTemplate template) {
        ResourceVector sidecars = ResourceVector.ZERO;
        ResourceVector mains = ResourceVector.ZERO;
        ResourceVector peak = ResourceVector.ZERO;
        for (ContainerSpec container : template.containers()) {
            switch (container.phase()) {
                case INIT -> peak = peak.max(sidecars.plus(container.requests()));
                case RESTARTABLE_INIT -> {
                    sidecars = sidecars.plus(container.requests());
                    peak = peak.max(sidecars);
                }
                case MAIN -> mains = mains.plus(container.requests());
            }
        }
        return peak.max(sidecars.plus(mains)).with(ResourceVector.GPU, 0).with(ResourceVector.PODS, 1);
    }

    /** The only ask, when there is exactly one; such shapes are counted by formula. */
    public @Nullable DeviceAsk singleAsk() {
        return asks.size() == 1 ? asks.getFirst() : null;
    }

    /** Whole GPUs that it has at one time. */
    public int wholeGpus() {
        int sidecars = 0;
        int mains = 0;
        int largestInit = 0;
        int lastContainer = -1;
        int init = 0;
        for (DeviceAsk ask : asks) {
            if (!(ask.request().each() instanceof DeviceRequest.PerDevice.Whole)) {
                continue;
            }
            int count = ask.request().count();
            switch (ask.phase()) {
                case RESTARTABLE_INIT -> sidecars += count;
                case MAIN -> mains += count;
                case INIT -> {
                    init = ask.container() == lastContainer ? init + count : count;
                    lastContainer = ask.container();
                    largestInit = Math.max(largestInit, init);
                }
            }
        }
        return sidecars + Math.max(mains, largestInit);
    }

    /** Whether any toleration covers the taint. */
    public boolean tolerates(Taint taint) {
        for (PodTemplate.Toleration toleration : tolerations) {
            boolean keyMatches =
                    toleration.key().equals(taint.key()) || (toleration.key().isEmpty() && toleration.anyValue());
            boolean valueMatches = toleration.anyValue() || toleration.value().equals(taint.value());
            boolean effectMatches =
                    toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
            if (keyMatches && valueMatches && effectMatches) {
                return true;
            }
        }
        return false;
    }

    /** The same shape without nodes to avoid. */
    public TaskShape withoutAvoidNodes() {
        return avoidNodes.isEmpty()
                ? this
                : new TaskShape(
                        requests,
                        asks,
                        nodeSelector,
                        nodeTerms,
                        tolerations,
                        hostPorts,
                        List.of(),
                        resident,
                        neighbours);
    }

    /** Whether where it may go can depend on which pods are on other nodes. */
    public boolean hasNeighbours() {
        return !neighbours.isNone() || !resident.equals(Resident.NONE);
    }

    /** Whether one such pod keeps another one off the node. */
    public boolean keepsApartFromItself(NodeSpec node) {
        for (Neighbours.Term term : resident.apart()) {
            if (node.label(term.topologyKey()) != null && term.matches(resident)) {
                return true;
            }
        }
        return false;
    }
}
