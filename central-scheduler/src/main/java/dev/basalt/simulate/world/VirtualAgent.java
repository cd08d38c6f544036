package dev.basalt.simulate.world;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The agent of one machine: keeps the grants it was sent, answers for them, gives none back while the container lives.
 * It obeys no older epoch than the highest it saw.
 */
final class VirtualAgent {
    private final String nodeName;
    private List<Device> devices;
    private LinkMatrix links;
    private final TreeMap<Grant.Key, Grant> held = new TreeMap<>();
    private final TreeSet<String> livePods = new TreeSet<>();
    private int boots;
    private long connection;
    private long sequence;
    private long epochSeen;
    private boolean silent;
    private boolean changed;

    VirtualAgent(String nodeName, List<Device> devices, LinkMatrix links) {
        this.nodeName = nodeName;
        this.devices = devices;
        this.links = links;
    }

    String nodeName() {
        return nodeName;
    }

    List<Device> devices() {
        return devices;
    }

    boolean silent() {
        return silent;
    }

    void silent(boolean now) {
        silent = now;
    }

    SortedMap<Grant.Key, Grant> held() {
        return held;
    }

    Event.Session session() {
        return new Event.Session("boot-" + boots, "agent-" + boots, connection);
    }

    /** Whether grants changed since this was last asked. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** Connects anew: hello with all that is held, then the inventory. */
    List<Event> connect() {
        connection++;
        return List.of(
                new Event.AgentHello(
                        nodeName,
                        session(),
                        "uid-" + nodeName,
                        epochSeen,
                        List.copyOf(held.values()),
                        List.copyOf(livePods),
                        false),
                inventory());
    }

    Event inventory() {
        return new Event.InventoryReported(nodeName, session(), ++sequence, devices, links);
    }

    Event heartbeat() {
        List<Event.Heartbeat.DeviceHealth> health = devices.stream()
                .map(device -> new Event.Heartbeat.DeviceHealth(device.uuid(), device.health()))
                .toList();
        return new Event.Heartbeat(nodeName, session(), ++sequence, health, List.of());
    }

    /** The machine lost power: nothing runs, nothing is held. */
    void reboot() {
        boots++;
        held.clear();
        livePods.clear();
    }

    void health(int slot, Device.Health health) {
        List<Device> changed = new ArrayList<>(devices);
        changed.set(slot, changed.get(slot).withHealth(health));
        devices = List.copyOf(changed);
    }

    /** Keeps only the first GPUs, as when the others are no longer seen. */
    void keepGpus(int count) {
        LinkMatrix fewer = LinkMatrix.unconnected(count);
        for (int from = 0; from < count; from++) {
            for (int to = from + 1; to < count; to++) {
                fewer = fewer.with(from, to, links.kind(from, to), links.laneCount(from, to));
            }
        }
        devices = List.copyOf(devices.subList(0, count));
        links = fewer;
    }

    List<GrantReport> welcome(Effect.WelcomeAgent welcome) {
        if (older(welcome.epoch())) {
            return List.of();
        }
        List<GrantReport> reports = accept(welcome.desired());
        TreeSet<Grant.Key> desired = new TreeSet<>();
        welcome.desired().forEach(grant -> desired.add(grant.key()));
        List<Grant.Key> rest =
                held.keySet().stream().filter(key -> !desired.contains(key)).toList();
        reports.addAll(release(rest));
        return reports;
    }

    List<GrantReport> send(Effect.SendGrants send) {
        return older(send.epoch()) ? List.of() : accept(send.grants());
    }

    List<GrantReport> refuse(Effect.SendGrants send, String reason) {
        return send.grants().stream()
                .map(grant -> new GrantReport(grant.key(), grant.generation(), Grant.State.SENT, reason))
                .toList();
    }

    void commit(Effect.CommitGrants commit) {
        if (!older(commit.epoch())) {
            commit.keys().forEach(key -> advance(key, Grant.State.COMMITTED));
        }
    }

    List<GrantReport> withdraw(Effect.WithdrawGrants withdraw) {
        if (older(withdraw.epoch())) {
            return List.of();
        }
        List<Grant.Key> obeyed = new ArrayList<>();
        List<GrantReport> reports = new ArrayList<>();
        for (Grant.Key key : withdraw.keys()) {
            Grant grant = held.get(key);
            if (grant == null) {
                reports.add(new GrantReport(key, withdraw.generation(), Grant.State.RELEASED, ""));
            } else if (grant.generation() <= withdraw.generation()) {
                obeyed.add(key);
            }
        }
        reports.addAll(release(obeyed));
        return reports;
    }

    /** The deadline of grants that nobody committed is over. */
    List<GrantReport> expire(List<Grant> grants) {
        List<Grant.Key> over = new ArrayList<>();
        for (Grant grant : grants) {
            Grant now = held.get(grant.key());
            if (now != null && now.generation() == grant.generation() && now.state() == Grant.State.ACCEPTED) {
                over.add(grant.key());
            }
        }
        return release(over);
    }

    /** The containers of a pod were created under its grants. */
    List<GrantReport> start(String podUid) {
        livePods.add(podUid);
        List<GrantReport> reports = new ArrayList<>();
        for (Grant.Key key : keysOf(podUid)) {
            advance(key, Grant.State.IN_FORCE);
            reports.add(report(key, Grant.State.IN_FORCE));
        }
        return reports;
    }

    /** Nothing of a pod runs any more. */
    List<GrantReport> end(String podUid) {
        livePods.remove(podUid);
        return release(keysOf(podUid));
    }

    private List<GrantReport> accept(List<Grant> grants) {
        List<GrantReport> reports = new ArrayList<>();
        for (Grant grant : grants) {
            Grant known = held.get(grant.key());
            if (known == null || known.generation() < grant.generation()) {
                Grant.State state = known == null ? Grant.State.ACCEPTED : later(known.state(), Grant.State.ACCEPTED);
                held.put(grant.key(), grant.in(state));
                changed = true;
            }
            reports.add(report(grant.key(), stateOf(grant.key())));
        }
        return reports;
    }

    private List<GrantReport> release(List<Grant.Key> keys) {
        List<GrantReport> reports = new ArrayList<>();
        for (Grant.Key key : keys) {
            if (livePods.contains(key.podUid())) {
                continue;
            }
            Grant gone = held.remove(key);
            if (gone != null) {
                reports.add(new GrantReport(key, gone.generation(), Grant.State.RELEASED, ""));
            }
        }
        return reports;
    }

    private List<Grant.Key> keysOf(String podUid) {
        return held.keySet().stream().filter(key -> key.podUid().equals(podUid)).toList();
    }

    private void advance(Grant.Key key, Grant.State state) {
        held.computeIfPresent(key, (same, grant) -> grant.in(later(grant.state(), state)));
    }

    private GrantReport report(Grant.Key key, Grant.State state) {
        Grant grant = held.get(key);
        return new GrantReport(key, grant == null ? 0 : grant.generation(), state, "");
    }

    private Grant.State stateOf(Grant.Key key) {
        Grant grant = held.get(key);
        return grant == null ? Grant.State.RELEASED : grant.state();
    }

    private static Grant.State later(Grant.State left, Grant.State right) {
        return left.compareTo(right) >= 0 ? left : right;
    }

    private boolean older(long epoch) {
        if (epoch < epochSeen) {
            return true;
        }
        epochSeen = epoch;
        return false;
    }
}
