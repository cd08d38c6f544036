package dev.basalt.core.plan;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;
import java.util.TreeSet;

/**
 * All rules about neighbours that count in one planning pass. Pods that none of them tells apart have one shape; while
 * there is no rule at all, labels play no part.
 */
final class Rules {
    private final TreeSet<String> keys = new TreeSet<>();
    private final boolean any;

    Rules(ClusterSnapshot snapshot, List<GangDemand> demands) {
        boolean found = snapshot.hasKeepers();
        if (found) {
            for (int node = 0; node < snapshot.nodeCount(); node++) {
                for (Resident resident : snapshot.residents(node)) {
                    new Neighbours(List.of(), resident.apart(), List.of()).addKeysTo(keys);
                }
            }
        }
        for (GangDemand demand : demands) {
            for (MemberGroup role : demand.gang().roles()) {
                PodTemplate template = role.template();
                if (template != null && !template.neighbours().isNone()) {
                    found = true;
                    template.neighbours().addKeysTo(keys);
                }
            }
        }
        any = found;
    }

    /** The shape of a gang's pods. */
    TaskShape shape(Gang gang, PodTemplate template, List<String> avoidNodes) {
        Resident resident = any ? Resident.of(gang.namespace(), template).seenThrough(keys) : Resident.NONE;
        return TaskShape.of(template, avoidNodes, resident);
    }
}
