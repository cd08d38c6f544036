package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.world.FaultyWorld;
import dev.basalt.world.taken.Placements;
import java.util.List;
import java.util.TreeMap;

/** No node's CPU, memory or pods are given twice. Capacities never shrink in this world. */
final class NoNodeOverfull implements Check {
    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        PublishedView view = world.view();
        TreeMap<String, ResourceVector> used = new TreeMap<>();
        for (Placements.Taking taking : Placements.taking(view)) {
            ResourceVector takes = taking.placement().requests();
            used.merge(taking.placement().nodeName(), takes.with(ResourceVector.PODS, 1), ResourceVector::plus);
        }
        for (PublishedView.NodeView node : view.nodes()) {
            ResourceVector taken = used.get(node.name());
            if (taken != null && !taken.fitsIn(node.facts().spec().allocatable())) {
                throw new Broken(
                        world,
                        "node " + node.name() + " is overfull: " + taken + " of "
                                + node.facts().spec().allocatable());
            }
        }
    }
}
