package dev.basalt.core.machine.members;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Grants that agents hold and nobody wants any more, by node. They count as used until the agent says RELEASED: their
 * processes may still run. Each pod's are charged to the pod's UID followed by {@code @} and the node, because the pod
 * itself may be placed anew meanwhile.
 */
public final class GiveBacks {
    private final ClusterColumns columns;
    private final TreeMap<String, TreeMap<Grant.Key, GiveBack>> byNode = new TreeMap<>();

    private record GiveBack(Grant grant, ContainerSpec.Phase phase) {}

    public GiveBacks(ClusterColumns columns) {
        this.columns = columns;
    }

    /** Those of a node, by key. */
    public List<Grant> onNode(String nodeName) {
        return byNode.getOrDefault(nodeName, new TreeMap<>()).values().stream()
                .map(GiveBack::grant)
                .toList();
    }

    /** Names of nodes that have any. */
    public List<String> nodeNames() {
        return new ArrayList<>(byNode.keySet());
    }

    /**
     * The grant is to be given back.
     *
     * @param phase when its container runs: those that run one after the other are charged together
     */
    public void add(Grant grant, ContainerSpec.Phase phase) {
        byNode.computeIfAbsent(grant.node(), any -> new TreeMap<>()).put(grant.key(), new GiveBack(grant, phase));
        charge(grant.node(), grant.key().podUid());
    }

    /** The key's grants of that generation and older are not there any more; false when none was known. */
    public boolean remove(String nodeName, Grant.Key key, long generation) {
        TreeMap<Grant.Key, GiveBack> grants = byNode.get(nodeName);
        GiveBack known = grants == null ? null : grants.get(key);
        if (grants == null || known == null || known.grant().generation() > generation) {
            return false;
        }
        grants.remove(key);
        if (grants.isEmpty()) {
            byNode.remove(nodeName);
        }
        charge(nodeName, key.podUid());
        return true;
    }

    /** Whether a report ends a grant that is being given back. */
    public boolean answeredBy(String nodeName, GrantReport report) {
        return report.state() == Grant.State.RELEASED && remove(nodeName, report.key(), report.generation());
    }

    /** UID under which a pod's grants on a node are charged while they are given back. */
    public static String chargeUid(String podUid, String nodeName) {
        return podUid + "@" + nodeName;
    }

    private void charge(String nodeName, String podUid) {
        List<DeviceCharge> devices = new ArrayList<>();
        for (GiveBack back : byNode.getOrDefault(nodeName, new TreeMap<>()).values()) {
            Grant grant = back.grant();
            if (grant.key().podUid().equals(podUid)) {
                devices.add(new DeviceCharge(
                        grant.key().container(),
                        grant.key().deviceUuid(),
                        grant.memoryMib(),
                        grant.corePermille(),
                        grant.exclusive(),
                        back.phase()));
            }
        }
        String uid = chargeUid(podUid, nodeName);
        if (devices.isEmpty()) {
            columns.release(uid);
        } else {
            columns.charge(new Charge(uid, "", "", nodeName, ResourceVector.ZERO, devices));
        }
    }
}
