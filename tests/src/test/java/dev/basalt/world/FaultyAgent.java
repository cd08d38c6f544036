package dev.basalt.world;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitAction;
import dev.basalt.agent.limit.LimitBook;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitPlanner;
import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.limit.Rung;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.machine.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An agent around the real {@link LimitPlanner}. Its book is on disk and outlives it; the containers outlive it too,
 * but not the machine.
 */
public final class FaultyAgent {
    private final String nodeName;
    private final LinkMatrix links;
    private List<Device> devices;
    private LimitBook book = LimitBook.EMPTY;
    private final TreeSet<ContainerKey> running = new TreeSet<>();
    private final TreeSet<String> everAccepted = new TreeSet<>();
    private int boot = 1;
    private int instance = 1;
    private long connection;
    private long sequence;
    private boolean up = true;

    FaultyAgent(String nodeName, List<Device> devices, LinkMatrix links) {
        this.nodeName = nodeName;
        this.devices = devices;
        this.links = links;
    }

    public String nodeName() {
        return nodeName;
    }

    public List<Device> devices() {
        return devices;
    }

    public LimitBook book() {
        return book;
    }

    /** Containers of which something runs. */
    public List<ContainerKey> running() {
        return List.copyOf(running);
    }

    /** Whether the grant of that generation was ever stored here. */
    public boolean everAccepted(Grant grant) {
        return everAccepted.contains(mark(Grants.key(grant.key()), new Revision(grant.epoch(), grant.generation())));
    }

    boolean up() {
        return up;
    }

    Event.Session session() {
        return new Event.Session("boot-" + boot, "agent-" + boot + "-" + instance, connection);
    }

    long generation() {
        return book.revision().generation();
    }

    /** Begins a connection: hello, then all devices. */
    List<Event> connect(long connectionNumber) {
        connection = connectionNumber;
        return introduction();
    }

    /** What it says of itself on its present connection. */
    public List<Event> introduction() {
        List<Grant> held = book.held().values().stream()
                .map(grant -> Grants.held(nodeName, grant))
                .toList();
        List<String> pods =
                running.stream().map(ContainerKey::podUid).distinct().toList();
        return List.of(
                new Event.AgentHello(nodeName, session(), "uid-" + nodeName, book.highestEpoch(), held, pods, false),
                new Event.InventoryReported(nodeName, session(), ++sequence, devices, links));
    }

    Event heartbeat() {
        List<Event.Heartbeat.DeviceHealth> health = devices.stream()
                .map(device -> new Event.Heartbeat.DeviceHealth(device.uuid(), device.health()))
                .toList();
        return new Event.Heartbeat(nodeName, session(), ++sequence, health, List.of());
    }

    void see(long epoch) {
        book = book.seeing(epoch);
    }

    List<GrantReport> take(DesiredLimits desired, long nowMillis) {
        return carryOut(LimitPlanner.plan(book, desired, facts(), nowMillis));
    }

    List<GrantReport> settle(long nowMillis) {
        return carryOut(LimitPlanner.settle(book, facts(), nowMillis));
    }

    /** Everything that is held or ended unheard, as after a long silence. */
    List<GrantReport> everything() {
        List<GrantReport> reports = new ArrayList<>();
        book.held().values().forEach(held -> reports.add(new GrantReport.Held(held, 0)));
        book.ended().values().forEach(ended -> reports.add(new GrantReport.Ended(ended)));
        return reports;
    }

    void heard(List<EndedGrant> ended) {
        book = book.forgetting(ended);
    }

    /** True when all these grants are stored here, so that their container may start. */
    boolean holds(List<Grant> grants) {
        return grants.stream().allMatch(grant -> {
            HeldGrant held = book.held().get(Grants.key(grant.key()));
            return held != null
                    && !held.releasing()
                    && held.grant().revision().equals(new Revision(grant.epoch(), grant.generation()));
        });
    }

    List<GrantReport> start(ContainerKey container) {
        List<GrantReport> reports = carryOut(LimitPlanner.beforeStart(book, container));
        running.add(container);
        return reports;
    }

    void end(String podUid) {
        running.removeIf(container -> container.podUid().equals(podUid));
    }

    /** The process dies; book and containers stay. */
    void crash() {
        up = false;
        instance++;
    }

    /** The machine dies; the book stays. */
    void powerOff() {
        up = false;
        boot++;
        running.clear();
    }

    void rise() {
        up = true;
    }

    void health(int slot, Device.Health health) {
        List<Device> changed = new ArrayList<>(devices);
        changed.set(slot, changed.get(slot).withHealth(health));
        devices = List.copyOf(changed);
    }

    private NodeFacts facts() {
        TreeMap<String, NodeFacts.DeviceRoom> rooms = new TreeMap<>();
        for (Device device : devices) {
            rooms.put(
                    device.uuid(),
                    new NodeFacts.DeviceRoom(
                            device.grantableMib(), Device.CORE_PERMILLE, device.splitCount(), List.of(Rung.CUDA_SHIM)));
        }
        return new NodeFacts(rooms, running);
    }

    private List<GrantReport> carryOut(List<LimitAction> actions) {
        book = book.after(actions);
        List<GrantReport> reports = new ArrayList<>();
        for (LimitAction action : actions) {
            switch (action) {
                case LimitAction.Accept accept -> {
                    LimitGrant grant = accept.held().grant();
                    everAccepted.add(mark(grant.key(), grant.revision()));
                    reports.add(report(grant.key()));
                }
                case LimitAction.Confirm confirm -> reports.add(report(confirm.key()));
                case LimitAction.Commit commit -> reports.add(report(commit.key()));
                case LimitAction.PutInForce inForce -> reports.add(report(inForce.key()));
                case LimitAction.Drain drain -> reports.add(report(drain.key()));
                case LimitAction.Release release -> reports.add(report(release.key()));
                case LimitAction.Refuse refuse ->
                    reports.add(new GrantReport.Refused(refuse.key(), refuse.revision(), refuse.reason()));
                case LimitAction.Adopt adopt -> {}
                case LimitAction.Write write -> {}
            }
        }
        return reports;
    }

    private GrantReport report(GrantKey key) {
        HeldGrant held = book.held().get(key);
        if (held != null) {
            return new GrantReport.Held(held, 0);
        }
        EndedGrant ended = book.ended().get(key);
        return ended != null ? new GrantReport.Ended(ended) : new GrantReport.Gone(key);
    }

    private static String mark(GrantKey key, Revision revision) {
        return key + "@" + revision;
    }
}
