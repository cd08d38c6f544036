package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.world.FaultyWorld;
import dev.basalt.world.taken.Placements;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** No queue takes more than its capability; added up from placements, and compared with what the core says. */
final class QueueKeepsItsCapability implements Check {
    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        PublishedView view = world.view();
        TreeMap<String, Long> cpuMilli = new TreeMap<>();
        for (Placements.Taking taking : Placements.taking(view)) {
            cpuMilli.merge(taking.gang().queue(), taking.placement().requests().amount(ResourceVector.CPU), Long::sum);
        }
        for (PublishedView.QueueView queue : view.queues()) {
            for (Map.Entry<String, Long> limit :
                    queue.queue().capability().limits().entrySet()) {
                String resource = limit.getKey();
                long said = queue.used().amount(resource);
                long used = resource.equals(ResourceVector.CPU)
                        ? Math.max(said, cpuMilli.getOrDefault(queue.name(), 0L))
                        : said;
                if (used > limit.getValue()) {
                    throw new Broken(
                            world,
                            "queue " + queue.name() + " takes " + used + " of " + limit.getValue() + " " + resource);
                }
            }
        }
    }
}
