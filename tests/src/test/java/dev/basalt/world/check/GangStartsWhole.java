package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.world.FaultyWorld;
import java.util.List;
import java.util.TreeSet;

/** The first bind of a gang comes with its minimum, and none that never ran is half bound once peace has lasted. */
final class GangStartsWhole implements Check {
    private final TreeSet<String> whole = new TreeSet<>();

    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Bind bind && whole.add(bind.gangUid())) {
                PublishedView.GangView gang = world.view().gang(bind.gangUid());
                int seated = gang == null ? 0 : seated(gang);
                if (gang != null && seated < gang.spec().gang().minimum()) {
                    throw new Broken(
                            world,
                            "gang " + bind.gangUid() + " starts with " + seated + " of "
                                    + gang.spec().gang().minimum() + " members");
                }
            }
        }
    }

    @Override
    public void atEnd(FaultyWorld world) {
        for (PublishedView.GangView gang : world.view().gangs()) {
            boolean over = gang.spec().status().phase().compareTo(Effect.GangStatus.Phase.COMPLETED) >= 0;
            int seated = seated(gang);
            int ended = gang.spec().status().succeeded() + gang.spec().status().failed();
            boolean managed = gang.spec().gang().managed();
            if (managed
                    && !gang.spec().ran()
                    && !over
                    && seated > 0
                    && seated + ended < gang.spec().gang().minimum()) {
                throw new Broken(
                        world,
                        "gang " + gang.uid() + " stays half bound: "
                                + gang.spec().status());
            }
        }
    }

    private static int seated(PublishedView.GangView gang) {
        int seated = 0;
        for (PublishedView.MemberView member : gang.members()) {
            PlacementRecord placement = member.placement();
            if (placement != null
                    && placement.stage().compareTo(PlacementRecord.Stage.BINDING) >= 0
                    && placement.stage().compareTo(PlacementRecord.Stage.TERMINATING) < 0) {
                seated++;
            }
        }
        return seated;
    }
}
