package dev.basalt.world.taken;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import java.util.ArrayList;
import java.util.List;

/** Placements of a view, and what can be said of them without the core's help. */
public final class Placements {
    private Placements() {}

    /** A placement that takes room, and its gang. */
    public record Taking(Gang gang, PlacementRecord placement) {}

    /** Everything that takes room. */
    public static List<Taking> taking(PublishedView view) {
        List<Taking> taking = new ArrayList<>();
        for (PublishedView.GangView gang : view.gangs()) {
            for (PublishedView.MemberView member : gang.members()) {
                PlacementRecord placement = member.placement();
                if (placement != null && placement.stage() != PlacementRecord.Stage.ENDED) {
                    taking.add(new Taking(gang.spec().gang(), placement));
                }
            }
        }
        return taking;
    }

    /** When the container of a grant runs. */
    public static ContainerSpec.Phase phase(Gang gang, PlacementRecord placement, Grant grant) {
        MemberGroup role = gang.role(placement.task().role());
        if (role != null && role.template() != null) {
            for (ContainerSpec container : role.template().containers()) {
                if (container.name().equals(grant.key().container())) {
                    return container.phase();
                }
            }
        }
        return ContainerSpec.Phase.MAIN;
    }
}
