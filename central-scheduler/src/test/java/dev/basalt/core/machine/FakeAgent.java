package dev.basalt.core.machine;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.machine.Event.TaskReported.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node's agent and executor in memory: holds grants, runs tasks, remembers exits until they are released. */
final class FakeAgent {
    final String node;
    final TreeMap<Grant.Key, Grant> held = new TreeMap<>();
    final TreeMap<String, Integer> exits = new TreeMap<>();
    final TreeMap<String, List<Grant.Key>> running = new TreeMap<>();
    String refusal = "";
    long epochSeen;
    long sequence;
    long connection;
    String boot = "boot-1";
    boolean connected;
    boolean executor = true;

    FakeAgent(String node) {
        this.node = node;
    }

    Event.Session session() {
        return new Event.Session(boot, "agent", connection);
    }

    Grant.@Nullable State stateOf(Grant.Key key) {
        Grant known = held.get(key);
        return known == null ? null : known.state();
    }

    Event.AgentHello hello(long newConnection) {
        connection = newConnection;
        connected = true;
        return new Event.AgentHello(
                node,
                session(),
                "",
                epochSeen,
                new ArrayList<>(held.values()),
                new ArrayList<>(running.keySet()),
                executor);
    }

    Event.InventoryReported inventory(List<Device> devices) {
        return new Event.InventoryReported(
                node, session(), ++sequence, devices, LinkMatrix.unconnected(devices.size()));
    }

    Event.Heartbeat heartbeat() {
        return new Event.Heartbeat(node, session(), ++sequence, List.of(), List.of());
    }

    /** Everything but what is desired is let go; what lacks is stored. */
    List<Event> welcomed(Effect.WelcomeAgent welcome) {
        epochSeen = Math.max(epochSeen, welcome.epoch());
        List<Event> answers = new ArrayList<>();
        exits.forEach((podUid, code) -> answers.add(exited(podUid, code)));
        answers.addAll(accept(welcome.desired()));
        return answers;
    }

    List<Event> accept(List<Grant> grants) {
        List<GrantReport> reports = new ArrayList<>();
        for (Grant grant : grants) {
            Grant known = held.get(grant.key());
            if (!refusal.isEmpty()) {
                reports.add(new GrantReport(grant.key(), grant.generation(), Grant.State.SENT, refusal));
                continue;
            }
            if (known == null || known.generation() < grant.generation()) {
                held.put(grant.key(), grant.in(Grant.State.ACCEPTED));
            }
            Grant now = held.getOrDefault(grant.key(), grant);
            reports.add(new GrantReport(grant.key(), now.generation(), now.state(), ""));
        }
        return reports.isEmpty() ? List.of() : List.of(new Event.GrantsReported(node, session(), reports));
    }

    List<Event> commit(Effect.CommitGrants commit) {
        List<GrantReport> reports = new ArrayList<>();
        for (Grant.Key key : commit.keys()) {
            Grant known = held.get(key);
            if (known != null && known.generation() == commit.generation()) {
                held.put(key, known.in(Grant.State.IN_FORCE));
                reports.add(new GrantReport(key, known.generation(), Grant.State.IN_FORCE, ""));
            }
        }
        return reports.isEmpty() ? List.of() : List.of(new Event.GrantsReported(node, session(), reports));
    }

    /** Lets grants go; processes that use them end first. */
    List<Event> withdraw(Effect.WithdrawGrants withdraw) {
        List<Event> answers = new ArrayList<>();
        List<GrantReport> reports = new ArrayList<>();
        for (Grant.Key key : withdraw.keys()) {
            Grant known = held.get(key);
            if (known == null || known.generation() <= withdraw.generation()) {
                held.remove(key);
                if (known != null && running.containsKey(key.podUid())) {
                    answers.addAll(end(key.podUid(), 137));
                }
                exits.remove(key.podUid());
            }
            reports.add(new GrantReport(key, withdraw.generation(), Grant.State.RELEASED, ""));
        }
        answers.add(new Event.GrantsReported(node, session(), reports));
        return answers;
    }

    List<Event> run(Effect.Bind bind) {
        if (exits.containsKey(bind.podUid())) {
            return List.of(exited(bind.podUid(), exits.getOrDefault(bind.podUid(), 0)));
        }
        running.put(bind.podUid(), bind.grants().stream().map(Grant::key).toList());
        return List.of(new Event.TaskReported(node, session(), bind.podUid(), TaskState.STARTED, 0, ""));
    }

    /** A task ends; its exit is remembered until its grants are withdrawn. */
    List<Event> end(String podUid, int code) {
        if (running.remove(podUid) == null) {
            return List.of();
        }
        exits.put(podUid, code);
        return List.of(exited(podUid, code));
    }

    List<Event> evict(String podUid) {
        if (running.containsKey(podUid)) {
            return end(podUid, 143);
        }
        return exits.containsKey(podUid) ? List.of(exited(podUid, exits.getOrDefault(podUid, 0))) : List.of();
    }

    private Event exited(String podUid, int code) {
        return new Event.TaskReported(node, session(), podUid, TaskState.EXITED, code, "");
    }
}
