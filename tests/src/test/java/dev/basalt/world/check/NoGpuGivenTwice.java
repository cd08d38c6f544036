package dev.basalt.world.check;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.world.FaultyWorld;
import dev.basalt.world.taken.DeviceUse;
import dev.basalt.world.taken.Placements;
import java.util.List;
import java.util.TreeMap;

/** No device's memory, cores or slots are given twice, and an exclusive pod is alone. */
final class NoGpuGivenTwice implements Check {
    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        PublishedView view = world.view();
        TreeMap<String, DeviceUse> uses = new TreeMap<>();
        for (Placements.Taking taking : Placements.taking(view)) {
            for (Grant grant : taking.placement().grants()) {
                if (grant.state() != Grant.State.RELEASED) {
                    uses.computeIfAbsent(grant.key().deviceUuid(), uuid -> new DeviceUse())
                            .add(grant, Placements.phase(taking.gang(), taking.placement(), grant));
                }
            }
        }
        for (PublishedView.NodeView node : view.nodes()) {
            for (Device device : node.facts().devices()) {
                DeviceUse use = uses.get(device.uuid());
                String fault = use == null ? "" : use.fault(device);
                if (!fault.isEmpty()) {
                    throw new Broken(world, "GPU " + device.uuid() + " is given twice: " + fault);
                }
            }
        }
    }
}
