package dev.basalt.simulate.world;

import dev.basalt.core.device.Device;
import java.util.TreeSet;

/** Invariants of the outside, checked after every step from what agents hold, not from what the core believes. */
final class WorldCheck {
    private final World world;
    private final TreeSet<String> seen = new TreeSet<>();

    WorldCheck(World world) {
        this.world = world;
    }

    void check() {
        for (VirtualAgent agent : world.agents().values()) {
            if (agent.takeChanged()) {
                agent.devices().forEach(device -> checkDevice(agent, device, GpuUse.of(world, agent, device.uuid())));
            }
        }
    }

    private void checkDevice(VirtualAgent agent, Device device, GpuUse use) {
        if (use.memoryMib() > device.grantableMib()) {
            violation(agent, device, "memory " + use.memoryMib() + " MiB of " + device.grantableMib());
        }
        if (use.corePermille() > Device.CORE_PERMILLE) {
            violation(agent, device, "cores " + use.corePermille() + " permille of " + Device.CORE_PERMILLE);
        }
        if (use.exclusivePods() > 0 && use.pods() > 1) {
            violation(agent, device, use.pods() + " pods, one of which has it alone");
        }
        if (use.pods() > device.splitCount()) {
            violation(agent, device, use.pods() + " pods on " + device.splitCount() + " share slots");
        }
    }

    private void violation(VirtualAgent agent, Device device, String detail) {
        String sentence = "GPU " + device.uuid() + " on " + agent.nodeName() + ": " + detail;
        if (seen.add(sentence)) {
            world.record("violation", "", "", agent.nodeName(), sentence);
        }
    }
}
