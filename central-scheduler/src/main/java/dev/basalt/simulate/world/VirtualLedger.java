package dev.basalt.simulate.world;

import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.PlacementRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the store holds of gangs and placements; everything else comes from the API server in this world. */
public final class VirtualLedger {
    private final TreeMap<String, GangRecord> gangs = new TreeMap<>();
    private final TreeMap<String, PlacementRecord> placements = new TreeMap<>();
    private Counters counters = Counters.ZERO;

    public void keep(Persist persist) {
        for (Persist.Change change : persist.changes()) {
            switch (change) {
                case Persist.PutCounters put -> counters = put.counters();
                case Persist.PutGang put -> gangs.put(put.gang().gang().uid(), put.gang());
                case Persist.RemoveGang remove -> gangs.remove(remove.gangUid());
                case Persist.PutPlacement put -> placements.put(put.placement().podUid(), put.placement());
                case Persist.RemovePlacement remove -> placements.remove(remove.podUid());
                case Persist.PutEpoch put -> {}
                case Persist.PutQueue put -> {}
                case Persist.RemoveQueue remove -> {}
                case Persist.PutPriorityClass put -> {}
                case Persist.RemovePriorityClass remove -> {}
                case Persist.PutHold put -> {}
                case Persist.RemoveHold remove -> {}
            }
        }
    }

    public void lose() {
        gangs.clear();
        placements.clear();
        counters = Counters.ZERO;
    }

    /** What a new process reads at its start, in the order the core needs. */
    public List<Event> replay() {
        List<Event> events = new ArrayList<>();
        events.add(new Event.CountersRestored(counters));
        gangs.values().forEach(gang -> events.add(new Event.GangRestored(gang)));
        placements.values().forEach(placement -> events.add(new Event.PlacementRestored(placement)));
        return events;
    }
}
