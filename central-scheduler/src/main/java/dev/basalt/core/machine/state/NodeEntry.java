package dev.basalt.core.machine.state;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.AgentHello;
import dev.basalt.core.machine.Event.Session;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One node: what the cluster says of it, and what its agent says. Either may come first. */
public final class NodeEntry {
    private final String name;
    private @Nullable NodeSpec spec;
    private @Nullable NodeFacts facts;
    private List<Device> devices = List.of();
    private LinkMatrix links = LinkMatrix.unconnected(0);
    private List<ObservedUse> use = List.of();

    private @Nullable Session session;
    private @Nullable AgentHello unanswered;
    private boolean connected;
    private boolean heard;
    private boolean silent;
    private boolean executor;
    private long lastHeardMillis;

    private long inventoryConnection = Long.MIN_VALUE;
    private long inventorySequence = Long.MIN_VALUE;
    private long heartbeatConnection = Long.MIN_VALUE;
    private long heartbeatSequence = Long.MIN_VALUE;

    NodeEntry(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** What the cluster says of it; null while only its agent is known. */
    public @Nullable NodeSpec spec() {
        return spec;
    }

    void spec(@Nullable NodeSpec newSpec) {
        spec = newSpec;
        facts = null;
    }

    /** All of it for the columns; null while the cluster does not know it. */
    public @Nullable NodeFacts facts() {
        NodeSpec known = spec;
        if (known != null && facts == null) {
            facts = new NodeFacts(known, devices, links, heard, silent);
        }
        return facts;
    }

    /** Session of its agent; null when none was seen or the node was deleted. */
    public @Nullable Session session() {
        return session;
    }

    /** A hello that cannot be answered yet: no lease, lists incomplete, or a higher epoch was seen. */
    public @Nullable AgentHello unanswered() {
        return unanswered;
    }

    /** True while its agent is connected and was welcomed under this epoch. */
    public boolean isReachable() {
        return connected && heard;
    }

    /** True when its agent runs commands itself. */
    public boolean isExecutor() {
        return executor;
    }

    public boolean isHeard() {
        return heard;
    }

    public boolean isSilent() {
        return silent;
    }

    public long lastHeardMillis() {
        return lastHeardMillis;
    }

    public List<ObservedUse> use() {
        return use;
    }

    /** True when pods on it are to be evicted. */
    public boolean isDraining() {
        NodeSpec known = spec;
        return known != null && known.admission() == NodeSpec.Admission.DRAINING;
    }

    /** Whether what that session says is too old to be believed. */
    public boolean isStale(Session other) {
        Session known = session;
        return known != null && other.connection() < known.connection();
    }

    /** Notes a hello that waits for its answer. */
    public void greetedBy(AgentHello hello, long nowMillis) {
        session = hello.session();
        unanswered = hello;
        connected = true;
        heard = false;
        facts = null;
        executor = hello.executor();
        lastHeardMillis = nowMillis;
    }

    /** The hello was answered: the node is open. */
    public void opened() {
        unanswered = null;
        heard = true;
        silent = false;
        facts = null;
    }

    /** The stream ended. What the agent holds stays known. */
    public void disconnected() {
        connected = false;
        unanswered = null;
    }

    /** What was heard was heard under another lease. */
    public void forgetAgent() {
        disconnected();
        heard = false;
        facts = null;
    }

    /** The node is gone: whatever its agent said belongs to another life. */
    void forgetAll() {
        forgetAgent();
        session = null;
        spec = null;
        facts = null;
    }

    /** Notes that its agent lives; true when that is news. */
    public boolean spoke(long nowMillis) {
        lastHeardMillis = nowMillis;
        boolean wasSilent = silent;
        if (wasSilent) {
            silent = false;
            facts = null;
        }
        return wasSilent;
    }

    public void fellSilent() {
        silent = true;
        facts = null;
    }

    /** Takes an inventory; false when it is older than the one known. */
    public boolean inventory(Event.InventoryReported report) {
        long connection = report.session().connection();
        if (isOld(connection, report.sequence(), inventoryConnection, inventorySequence)) {
            return false;
        }
        inventoryConnection = connection;
        inventorySequence = report.sequence();
        devices = report.devices();
        links = report.links();
        facts = null;
        return true;
    }

    /** Whether a heartbeat is the newest; when it is, its use is taken. */
    public boolean heartbeat(Event.Heartbeat beat) {
        long connection = beat.session().connection();
        if (isOld(connection, beat.sequence(), heartbeatConnection, heartbeatSequence)) {
            return false;
        }
        heartbeatConnection = connection;
        heartbeatSequence = beat.sequence();
        use = beat.use();
        return true;
    }

    /** Takes the health of devices; false when nothing changed. Devices that are not in the inventory are skipped. */
    public boolean health(List<Event.Heartbeat.DeviceHealth> health) {
        List<Device> changed = null;
        for (int at = 0; at < health.size(); at++) {
            int slot = slotOf(health.get(at).deviceUuid(), at);
            if (slot >= 0 && !devices.get(slot).health().equals(health.get(at).health())) {
                changed = changed == null ? new ArrayList<>(devices) : changed;
                changed.set(slot, devices.get(slot).withHealth(health.get(at).health()));
            }
        }
        if (changed == null) {
            return false;
        }
        devices = List.copyOf(changed);
        facts = null;
        return true;
    }

    /** Slot of a device, looked for first where heartbeats usually have it; -1 when unknown. */
    private int slotOf(String deviceUuid, int likely) {
        if (likely < devices.size() && devices.get(likely).uuid().equals(deviceUuid)) {
            return likely;
        }
        for (int slot = 0; slot < devices.size(); slot++) {
            if (devices.get(slot).uuid().equals(deviceUuid)) {
                return slot;
            }
        }
        return -1;
    }

    private static boolean isOld(long connection, long sequence, long knownConnection, long knownSequence) {
        return connection < knownConnection || (connection == knownConnection && sequence <= knownSequence);
    }
}
