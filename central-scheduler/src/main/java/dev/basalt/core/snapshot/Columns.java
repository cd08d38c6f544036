package dev.basalt.core.snapshot;

import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What pods take, in columns. Node columns have the shape {@code [node]}, resource columns {@code [resource * nodeCount
 * + node]}, device columns {@code [offset(node) + slot]}. Whoever owns it may change it.
 */
final class Columns {
    final Layout layout;
    /** Free amounts; negative where a node shrank under its use. */
    final long[] free;

    final long[] usedMib;
    final int[] usedPermille;
    final int[] users;
    final int[] exclusives;
    /** GPUs promised by count to pods of other schedulers. */
    final int[] unattributed;
    /** Whole healthy GPUs that nobody uses. */
    final int[] freeGpus;
    /** Host ports taken; empty lists are shared. */
    final List<List<String>> ports;
    /** Pods that rules can see; empty lists are shared. */
    final List<List<Resident>> residents;

    /** Nothing is taken. */
    Columns(Layout layout) {
        this.layout = layout;
        int deviceCount = layout.offset[layout.nodeCount()];
        free = layout.allocatable.clone();
        usedMib = new long[deviceCount];
        usedPermille = new int[deviceCount];
        users = new int[deviceCount];
        exclusives = new int[deviceCount];
        unattributed = new int[layout.nodeCount()];
        freeGpus = new int[layout.nodeCount()];
        ports = new ArrayList<>();
        residents = new ArrayList<>();
        for (int node = 0; node < layout.nodeCount(); node++) {
            ports.add(List.of());
            residents.add(List.of());
            recountFreeGpus(node);
        }
    }

    private Columns(Columns other) {
        layout = other.layout;
        free = other.free.clone();
        usedMib = other.usedMib.clone();
        usedPermille = other.usedPermille.clone();
        users = other.users.clone();
        exclusives = other.exclusives.clone();
        unattributed = other.unattributed.clone();
        freeGpus = other.freeGpus.clone();
        ports = new ArrayList<>(other.ports);
        residents = new ArrayList<>(other.residents);
    }

    Columns copy() {
        return new Columns(this);
    }

    /** Adds ({@code sign} 1) or gives back (-1) what a pod takes. */
    void apply(int node, PodUse use, int sign) {
        for (Map.Entry<String, Long> asked : use.requests().amounts().entrySet()) {
            int resource = layout.resourceIndex(asked.getKey());
            if (resource >= 0 && !asked.getKey().equals(ResourceVector.GPU)) {
                free[resource * layout.nodeCount() + node] -= sign * clamped(asked.getValue());
            }
        }
        int first = layout.offset[node];
        PodDevices devices = use.devices();
        for (int slot = 0; slot < devices.slotCount(); slot++) {
            if (devices.uses(slot)) {
                usedMib[first + slot] += sign * devices.memoryMib(slot);
                usedPermille[first + slot] += sign * devices.corePermille(slot);
                users[first + slot] += sign * devices.users(slot);
                exclusives[first + slot] += devices.exclusive(slot) ? sign : 0;
            }
        }
        unattributed[node] += sign * use.unattributed();
        if (!use.hostPorts().isEmpty()) {
            ports.set(node, changed(ports.get(node), use.hostPorts(), sign));
        }
        if (!use.resident().equals(Resident.NONE)) {
            residents.set(node, changed(residents.get(node), List.of(use.resident()), sign));
        }
        recountFreeGpus(node);
    }

    /** Takes all columns of a node from another set of columns with the same resources. */
    void copyNode(int node, Columns other, int otherNode) {
        for (int resource = 0; resource < layout.resources.size(); resource++) {
            free[resource * layout.nodeCount() + node] = other.free[resource * other.layout.nodeCount() + otherNode];
        }
        int from = other.layout.offset[otherNode];
        int to = layout.offset[node];
        int count = layout.offset[node + 1] - to;
        System.arraycopy(other.usedMib, from, usedMib, to, count);
        System.arraycopy(other.usedPermille, from, usedPermille, to, count);
        System.arraycopy(other.users, from, users, to, count);
        System.arraycopy(other.exclusives, from, exclusives, to, count);
        unattributed[node] = other.unattributed[otherNode];
        freeGpus[node] = other.freeGpus[otherNode];
        ports.set(node, other.ports.get(otherNode));
        residents.set(node, other.residents.get(otherNode));
    }

    /** Makes a node's columns as if nothing ran there. */
    void clearNode(int node) {
        for (int resource = 0; resource < layout.resources.size(); resource++) {
            int at = resource * layout.nodeCount() + node;
            free[at] = layout.allocatable[at];
        }
        int from = layout.offset[node];
        int to = layout.offset[node + 1];
        Arrays.fill(usedMib, from, to, 0);
        Arrays.fill(usedPermille, from, to, 0);
        Arrays.fill(users, from, to, 0);
        Arrays.fill(exclusives, from, to, 0);
        unattributed[node] = 0;
        ports.set(node, List.of());
        residents.set(node, List.of());
        recountFreeGpus(node);
    }

    private void recountFreeGpus(int node) {
        int idle = 0;
        for (int at = layout.offset[node]; at < layout.offset[node + 1]; at++) {
            if (layout.whole[at] && layout.healthy[at] && users[at] == 0) {
                idle++;
            }
        }
        freeGpus[node] = Math.max(0, idle - unattributed[node]);
    }

    private static <T> List<T> changed(List<T> before, List<T> change, int sign) {
        List<T> now = new ArrayList<>(before);
        for (T each : change) {
            if (sign > 0) {
                now.add(each);
            } else {
                now.remove(each);
            }
        }
        return List.copyOf(now);
    }

    private static long clamped(long amount) {
        return Math.clamp(amount, 0, Layout.UNLIMITED / 1024);
    }
}
