package dev.basalt.core.machine.life;

import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.PlacementBook;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Counts a gang's members role by role. */
final class Members {
    private Members() {}

    /** Placements that fill the gang's slots, in role and index order. */
    static List<Placement> inSlots(GangState gang, PlacementBook placements) {
        List<Placement> filling = new ArrayList<>();
        for (Slot slot : gang.slots()) {
            Placement placement = placements.of(slot.podUid());
            if (placement != null) {
                filling.add(placement);
            }
        }
        return filling;
    }

    /** Whether the members that pass meet the minimum of the gang and of each role. */
    static boolean meetMinimum(Gang gang, List<Placement> members, Predicate<PlacementRecord> passes) {
        SortedMap<String, Integer> byRole = countByRole(members, passes);
        int total = byRole.values().stream().mapToInt(Integer::intValue).sum();
        if (total < gang.minimum()) {
            return false;
        }
        for (MemberGroup role : gang.roles()) {
            if (byRole.getOrDefault(role.name(), 0) < role.minimum()) {
                return false;
            }
        }
        return true;
    }

    /** Members that pass, by role. */
    static SortedMap<String, Integer> countByRole(List<Placement> members, Predicate<PlacementRecord> passes) {
        TreeMap<String, Integer> byRole = new TreeMap<>();
        for (Placement member : members) {
            if (passes.test(member.record())) {
                byRole.merge(member.record().task().role(), 1, Integer::sum);
            }
        }
        return byRole;
    }

    /** Over by itself, well or not: it is not made again and counts as having been there. */
    static boolean isDone(PlacementRecord record) {
        return record.stage().compareTo(Stage.EXITED) >= 0 && !record.lost();
    }

    /** Bound and not asked to end, or done. */
    static boolean isBoundOrDone(PlacementRecord record) {
        return isDone(record) || record.stage() == Stage.BOUND || record.stage() == Stage.RUNNING;
    }

    /** On its way or there, or done. */
    static boolean isComingOrDone(PlacementRecord record) {
        return isDone(record) || record.stage().compareTo(Stage.TERMINATING) < 0;
    }
}
