package dev.basalt.world.check;

import dev.basalt.core.machine.PublishedView;
import dev.basalt.world.FaultyWorld;

/** Every gang that waits has a reason. */
final class PendingIsExplained implements Check {
    @Override
    public void atEnd(FaultyWorld world) {
        for (PublishedView.GangView gang : world.view().gangs()) {
            if (gang.demand() != null && gang.refusals().isEmpty()) {
                throw new Broken(world, "gang " + gang.uid() + " waits without a reason: " + gang.demand());
            }
        }
    }
}
