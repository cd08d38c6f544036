package dev.basalt.core.snapshot;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.NodeSpec.Admission;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What does not change while pods come and go: the directory of nodes (sorted by name), of resources and of GPU models,
 * and the size and health of each device. Device columns have the shape {@code [offset(node) + slot]}.
 */
final class Layout {
    /** Free amount of a resource that a node does not limit. */
    static final long UNLIMITED = Long.MAX_VALUE / 4;

    /**
     * Resources that are not limited on nodes that do not mention them; any other that is not mentioned is not there.
     */
    private static final List<String> UNLIMITED_IF_UNSAID =
            List.of(ResourceVector.CPU, "ephemeral-storage", ResourceVector.MEMORY, ResourceVector.PODS);

    final NodeFacts[] facts;
    final List<String> names;
    final List<String> resources;
    final List<String> models;
    final int[] offset;
    final long[] allocatable;
    final int[] grantableMib;
    final int[] splitCount;
    final int[] model;
    final boolean[] healthy;
    final boolean[] whole;
    final NodeSet ready;
    final NodeSet open;
    final NodeSet agentHeard;
    final NodeSet tainted;
    final ResourceVector capacity;

    Layout(Collection<NodeFacts> sortedFacts) {
        facts = sortedFacts.toArray(new NodeFacts[0]);
        List<String> sortedNames = new ArrayList<>();
        TreeSet<String> resourceNames = new TreeSet<>(UNLIMITED_IF_UNSAID);
        TreeSet<String> modelNames = new TreeSet<>();
        offset = new int[facts.length + 1];
        for (int node = 0; node < facts.length; node++) {
            sortedNames.add(facts[node].spec().name());
            resourceNames.addAll(facts[node].spec().allocatable().amounts().keySet());
            facts[node].devices().forEach(device -> modelNames.add(device.model()));
            offset[node + 1] = offset[node] + facts[node].devices().size();
        }
        names = List.copyOf(sortedNames);
        resources = List.copyOf(resourceNames);
        models = List.copyOf(modelNames);
        allocatable = new long[resources.size() * facts.length];
        int deviceCount = offset[facts.length];
        grantableMib = new int[deviceCount];
        splitCount = new int[deviceCount];
        model = new int[deviceCount];
        healthy = new boolean[deviceCount];
        whole = new boolean[deviceCount];
        NodeSet.Builder readyNodes = new NodeSet.Builder(facts.length);
        NodeSet.Builder openNodes = new NodeSet.Builder(facts.length);
        NodeSet.Builder heardNodes = new NodeSet.Builder(facts.length);
        NodeSet.Builder taintedNodes = new NodeSet.Builder(facts.length);
        for (int node = 0; node < facts.length; node++) {
            fillResources(node);
            fillDevices(node);
            addIf(facts[node].spec().ready(), readyNodes, node);
            addIf(facts[node].spec().admission() == Admission.OPEN, openNodes, node);
            addIf(facts[node].agentHeard() && !facts[node].agentSilent(), heardNodes, node);
            addIf(!facts[node].spec().taints().isEmpty(), taintedNodes, node);
        }
        ready = readyNodes.build();
        open = openNodes.build();
        agentHeard = heardNodes.build();
        tainted = taintedNodes.build();
        capacity = sumCapacity();
    }

    int nodeCount() {
        return facts.length;
    }

    /** Index of the node of that name, or -1. */
    int nodeIndex(String name) {
        int found = Collections.binarySearch(names, name);
        return found < 0 ? -1 : found;
    }

    /** Index of the resource of that name, or -1 when no node has any. */
    int resourceIndex(String name) {
        int found = Collections.binarySearch(resources, name);
        return found < 0 ? -1 : found;
    }

    private ResourceVector sumCapacity() {
        TreeMap<String, Long> sum = new TreeMap<>();
        for (int at = 0; at < allocatable.length; at++) {
            if (allocatable[at] < UNLIMITED) {
                sum.merge(resources.get(at / facts.length), allocatable[at], Layout::saturatedSum);
            }
        }
        long wholeGpus = 0;
        for (boolean isWhole : whole) {
            wholeGpus += isWhole ? 1 : 0;
        }
        sum.remove(ResourceVector.GPU);
        sum.put(ResourceVector.GPU_MILLI, wholeGpus * 1000);
        return new ResourceVector(sum);
    }

    private static long saturatedSum(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    private void fillResources(int node) {
        for (int resource = 0; resource < resources.size(); resource++) {
            String name = resources.get(resource);
            Long said = facts[node].spec().allocatable().amounts().get(name);
            long amount;
            if (said == null) {
                amount = UNLIMITED_IF_UNSAID.contains(name) ? UNLIMITED : 0;
            } else {
                amount = Math.clamp(said, 0, UNLIMITED);
            }
            allocatable[resource * facts.length + node] = amount;
        }
    }

    private void fillDevices(int node) {
        List<Device> devices = facts[node].devices();
        for (int slot = 0; slot < devices.size(); slot++) {
            Device device = devices.get(slot);
            int at = offset[node] + slot;
            grantableMib[at] = (int) Math.min(device.grantableMib(), Integer.MAX_VALUE);
            splitCount[at] = device.splitCount();
            model[at] = Collections.binarySearch(models, device.model());
            healthy[at] = device.health() instanceof Device.Health.Healthy && !isCut(device, devices);
            whole[at] = device.kind() instanceof Device.Kind.Whole;
        }
    }

    /** A GPU that is cut into MIG instances is not given out itself. */
    private static boolean isCut(Device device, List<Device> devices) {
        for (Device other : devices) {
            if (other.kind() instanceof Device.Kind.MigInstance instance
                    && instance.parentUuid().equals(device.uuid())) {
                return true;
            }
        }
        return false;
    }

    private static void addIf(boolean condition, NodeSet.Builder nodes, int node) {
        if (condition) {
            nodes.add(node);
        }
    }
}
