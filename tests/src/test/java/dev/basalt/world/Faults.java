package dev.basalt.world;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.simulate.scenario.Action;
import java.util.List;

/** Plans what goes wrong until peace. */
final class Faults {
    private final FaultyWorld world;

    Faults(FaultyWorld world) {
        this.world = world;
    }

    void schedule() {
        several(3, this::crashScheduler);
        several(3, this::crashAgent);
        several(2, this::reboot);
        several(3, this::disconnect);
        several(3, this::sickGpu);
        several(2, this::drain);
        several(2, this::deleteJob);
        several(6, this::relist);
    }

    private void several(int most, Runnable fault) {
        int count = world.luck.between(0, most);
        for (int each = 0; each < count; each++) {
            world.agenda.at(world.luck.between(1_000, (int) FaultyWorld.PEACE_MILLIS - 20_000), fault);
        }
    }

    private void crashScheduler() {
        if (world.luck.percent(50)) {
            world.hands.crashAfter(world.luck.between(0, 6));
        } else {
            world.restartScheduler();
        }
    }

    private void crashAgent() {
        FaultyAgent agent = anyAgent();
        agent.crash();
        riseLater(agent);
    }

    private void reboot() {
        FaultyAgent agent = anyAgent();
        agent.powerOff();
        world.nodes.admit(agent.nodeName(), admission(agent.nodeName()), false);
        world.pods.losePodsOn(agent.nodeName());
        riseLater(agent);
    }

    private void riseLater(FaultyAgent agent) {
        world.agenda.at(world.nowMillis() + world.luck.between(500, 15_000), () -> {
            agent.rise();
            world.nodes.admit(agent.nodeName(), admission(agent.nodeName()), true);
            world.nodes.reconnectSoon(agent);
        });
    }

    private void disconnect() {
        world.nodes.reconnectSoon(anyAgent());
    }

    private void sickGpu() {
        FaultyAgent agent = anyAgent();
        if (!agent.devices().isEmpty()) {
            int slot = world.luck.between(0, agent.devices().size() - 1);
            world.nodes.health(
                    agent,
                    slot,
                    world.luck.percent(50)
                            ? new Device.Health.Unhealthy("Xid 79")
                            : new Device.Health.Lost("fell off the bus"));
            world.agenda.at(
                    world.nowMillis() + world.luck.between(1_000, 20_000),
                    () -> world.nodes.health(agent, slot, new Device.Health.Healthy()));
        }
    }

    private void drain() {
        FaultyAgent agent = anyAgent();
        boolean ready = world.api.node(agent.nodeName()) != null;
        world.nodes.admit(agent.nodeName(), NodeSpec.Admission.DRAINING, ready);
        world.agenda.at(
                world.nowMillis() + world.luck.between(2_000, 20_000),
                () -> world.nodes.admit(agent.nodeName(), NodeSpec.Admission.OPEN, true));
    }

    private void deleteJob() {
        world.pods.delete(world.luck.oneOf(List.copyOf(world.jobs.keySet())));
    }

    private void relist() {
        world.listNow(world.luck.oneOf(List.of(Action.Kind.values())));
    }

    private FaultyAgent anyAgent() {
        return world.luck.oneOf(List.copyOf(world.agents.values()));
    }

    private NodeSpec.Admission admission(String nodeName) {
        NodeSpec node = world.api.node(nodeName);
        return node == null ? NodeSpec.Admission.OPEN : node.admission();
    }
}
