package dev.basalt.world;

import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** The connections between the scheduler and the agents, and what is said on them. */
final class Nodes {
    private static final long HEARTBEAT_MILLIS = 2_000;
    private static final long SAY_ALL_MILLIS = 10_000;

    private final FaultyWorld world;
    private final TreeMap<String, DesiredOfNode> desired = new TreeMap<>();
    private final TreeMap<String, Event.Session> welcomed = new TreeMap<>();
    private long connections;

    Nodes(FaultyWorld world) {
        this.world = world;
    }

    void begin() {
        world.agenda.periodicAt(HEARTBEAT_MILLIS, this::heartbeats);
        world.agenda.periodicAt(SAY_ALL_MILLIS, this::sayAll);
    }

    void reconnectAll() {
        world.agents.values().forEach(this::reconnectSoon);
    }

    void reconnectSoon(FaultyAgent agent) {
        welcomed.remove(agent.nodeName());
        long waitMillis = world.peace() ? 20 : world.luck.between(20, 3_000);
        world.agenda.at(world.nowMillis() + waitMillis, () -> connect(agent));
    }

    private void connect(FaultyAgent agent) {
        if (agent.up()) {
            agent.connect(++connections).forEach(world::put);
        }
    }

    void welcome(Effect.WelcomeAgent welcome) {
        FaultyAgent agent = agent(welcome.nodeName());
        if (!agent.up() || !agent.session().equals(welcome.session())) {
            return;
        }
        welcomed.put(agent.nodeName(), welcome.session());
        DesiredOfNode book = new DesiredOfNode(this::phase);
        desired.put(agent.nodeName(), book);
        DesiredLimits message = book.welcome(welcome, agent.generation());
        world.agenda.at(world.nowMillis() + 5, () -> {
            if (agent.up() && agent.session().equals(welcome.session())) {
                agent.see(welcome.epoch());
                take(agent, message);
            }
        });
    }

    void send(Effect.SendGrants send) {
        tell(send.nodeName(), book -> book.send(send));
    }

    void commit(Effect.CommitGrants commit) {
        tell(commit.nodeName(), book -> book.commit(commit));
    }

    void withdraw(Effect.WithdrawGrants withdraw) {
        tell(withdraw.nodeName(), book -> book.withdraw(withdraw));
    }

    /** What an agent says of grants reaches the scheduler unless the wire loses it. */
    void report(FaultyAgent agent, List<GrantReport> reports) {
        if (reports.isEmpty()) {
            return;
        }
        Event.Session session = agent.session();
        List<Event.GrantsReported.GrantReport> said =
                reports.stream().map(Grants::report).toList();
        world.agentWire.send(() -> {
            if (agent.up() && session.equals(welcomed.get(agent.nodeName()))) {
                world.put(new Event.GrantsReported(agent.nodeName(), session, said));
                acknowledge(agent, reports);
            }
        });
    }

    void settle() {
        for (FaultyAgent agent : world.agents.values()) {
            if (agent.up()) {
                report(agent, agent.settle(world.nowMillis()));
            }
        }
    }

    void health(FaultyAgent agent, int slot, Device.Health health) {
        agent.health(slot, health);
        heartbeat(agent);
    }

    /** Every machine is up and healthy and takes pods again. */
    void restoreAll() {
        for (FaultyAgent agent : world.agents.values()) {
            agent.rise();
            for (int slot = 0; slot < agent.devices().size(); slot++) {
                agent.health(slot, new Device.Health.Healthy());
            }
            admit(agent.nodeName(), NodeSpec.Admission.OPEN, true);
        }
    }

    void admit(String nodeName, NodeSpec.Admission admission, boolean ready) {
        NodeSpec node = world.api.node(nodeName);
        if (node != null) {
            world.api.putNode(new NodeSpec(
                    node.name(), node.uid(), node.labels(), node.taints(), node.allocatable(), ready, admission));
        }
    }

    FaultyAgent agent(String nodeName) {
        FaultyAgent agent = world.agents.get(nodeName);
        if (agent == null) {
            throw new IllegalStateException("an effect names a node that is not in this world: " + nodeName);
        }
        return agent;
    }

    /** When a container of a grant runs in the life of its pod. */
    private Phase phase(Grant.Key key) {
        TaskId task = world.taskOf(key.podUid());
        WorldSpec.Job job = task == null ? null : world.jobs.get(task.gangUid());
        MemberGroup role = task == null || job == null ? null : job.gang().role(task.role());
        if (role != null && role.template() != null) {
            for (ContainerSpec container : role.template().containers()) {
                if (container.name().equals(key.container())) {
                    return Phase.valueOf(container.phase().name());
                }
            }
        }
        return Phase.MAIN;
    }

    private void tell(String nodeName, Function<DesiredOfNode, DesiredLimits> change) {
        FaultyAgent agent = agent(nodeName);
        Event.Session session = welcomed.get(nodeName);
        DesiredOfNode book = desired.get(nodeName);
        if (session == null || book == null || !agent.up() || !session.equals(agent.session())) {
            return; // nobody is connected: the next welcome says it all
        }
        DesiredLimits message = change.apply(book);
        world.agentWire.send(() -> {
            if (agent.up() && agent.session().equals(session)) {
                take(agent, message);
            }
        });
    }

    private void take(FaultyAgent agent, DesiredLimits message) {
        report(agent, agent.take(message, world.nowMillis()));
    }

    private void acknowledge(FaultyAgent agent, List<GrantReport> reports) {
        List<EndedGrant> ended = new ArrayList<>();
        for (GrantReport report : reports) {
            if (report instanceof GrantReport.Ended over) {
                EndedGrant grant = over.ended();
                ended.add(grant);
                DesiredOfNode book = desired.get(agent.nodeName());
                if (book != null) {
                    book.released(Grants.key(grant.key()));
                }
            }
        }
        world.agentWire.send(() -> agent.heard(ended));
    }

    private void heartbeats() {
        world.agents.values().forEach(this::heartbeat);
        world.agenda.periodicAt(world.nowMillis() + HEARTBEAT_MILLIS, this::heartbeats);
    }

    private void heartbeat(FaultyAgent agent) {
        if (agent.up() && welcomed.containsKey(agent.nodeName())) {
            Event heartbeat = agent.heartbeat();
            world.agentWire.send(() -> world.put(heartbeat));
        } else if (agent.up()) {
            connect(agent);
        }
    }

    private void sayAll() {
        for (FaultyAgent agent : world.agents.values()) {
            if (agent.up()) {
                report(agent, agent.everything());
            }
        }
        world.agenda.periodicAt(world.nowMillis() + SAY_ALL_MILLIS, this::sayAll);
    }
}
