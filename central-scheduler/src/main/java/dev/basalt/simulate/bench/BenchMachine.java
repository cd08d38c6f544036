package dev.basalt.simulate.bench;

import dev.basalt.core.device.Device;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Heartbeat.DeviceHealth;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.Policy;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;

/** A whole machine with all nodes and their agents, that is fed heartbeats. */
final class BenchMachine {
    private static final String SOURCE = "bench";

    private final SchedulerMachine machine = new SchedulerMachine(Policy.DEFAULT);
    private final List<NodeFacts> nodes = new ArrayList<>();
    private final List<Event.Session> sessions = new ArrayList<>();
    private long now = 1;
    private long sequence = 1;

    BenchMachine(int nodeCount) {
        List<Event> events = new ArrayList<>();
        List<String> names = new ArrayList<>();
        events.add(new Event.LeaseGained(1));
        for (int node = 0; node < nodeCount; node++) {
            NodeFacts facts = BenchCluster.facts(node, BenchCluster.allLinked());
            String name = facts.spec().name();
            Event.Session session = new Event.Session("boot-" + node, "agent-" + node, 1);
            nodes.add(facts);
            names.add(name);
            sessions.add(session);
            events.add(new Event.NodeApplied(SOURCE, facts.spec(), 1));
            events.add(new Event.AgentHello(name, session, facts.spec().uid(), 1, List.of(), List.of(), false));
            events.add(new Event.InventoryReported(name, session, sequence, facts.devices(), facts.links()));
        }
        for (Event.Listed.Kind kind : Event.Listed.Kind.values()) {
            List<String> listed = kind == Event.Listed.Kind.NODES ? names : List.of();
            events.add(new Event.Listed(SOURCE, kind, listed, 2));
        }
        step(events);
    }

    /** Heartbeats of the first {@code count} nodes, each with the health of its devices. */
    List<Event> heartbeats(int count) {
        sequence++;
        List<Event> beats = new ArrayList<>();
        for (int node = 0; node < Math.min(count, nodes.size()); node++) {
            List<DeviceHealth> health = new ArrayList<>();
            for (Device device : nodes.get(node).devices()) {
                health.add(new DeviceHealth(device.uuid(), new Device.Health.Healthy()));
            }
            String name = nodes.get(node).spec().name();
            beats.add(new Event.Heartbeat(name, sessions.get(node), sequence, health, List.of()));
        }
        return beats;
    }

    /** One step a millisecond later. */
    int step(List<Event> events) {
        now++;
        return machine.step(new Tick(now, now), events).size();
    }
}
