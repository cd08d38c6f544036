package dev.basalt.core.machine.members;

import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.model.Gang;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every gang by UID, and those that something happened to. */
public final class GangBook {
    private final TreeMap<String, GangState> byUid = new TreeMap<>();
    private final TreeSet<String> touched = new TreeSet<>();
    private final ArrayDeque<String> finished = new ArrayDeque<>();
    private long lastArrival;

    /** The gang of that UID, or null. */
    public @Nullable GangState of(String uid) {
        return byUid.get(uid);
    }

    public Collection<GangState> all() {
        return Collections.unmodifiableCollection(byUid.values());
    }

    /** Adds a gang or takes its changed specification. */
    public GangState apply(Gang gang, long version) {
        GangState known = byUid.get(gang.uid());
        if (known == null) {
            known = new GangState(gang, version, ++lastArrival);
            byUid.put(gang.uid(), known);
        } else {
            known.respecify(gang, version);
        }
        touch(gang.uid());
        return known;
    }

    public GangState restore(GangRecord record) {
        GangState state = GangState.restored(record);
        byUid.put(state.uid(), state);
        arrivedUpTo(record.arrival());
        touch(state.uid());
        if (state.isFinal()) {
            finished.add(state.uid());
        }
        return state;
    }

    public void remove(String uid) {
        byUid.remove(uid);
        touched.remove(uid);
        finished.remove(uid);
    }

    /** Something happened to the gang: it is looked at in this step. */
    public void touch(String uid) {
        touched.add(uid);
    }

    /** Takes out the gangs that something happened to, in the order they arrived. */
    public List<GangState> takeTouched() {
        List<GangState> taken = new ArrayList<>();
        for (String uid : touched) {
            GangState state = byUid.get(uid);
            if (state != null) {
                taken.add(state);
            }
        }
        touched.clear();
        taken.sort((left, right) -> Long.compare(left.arrival(), right.arrival()));
        return taken;
    }

    public boolean hasTouched() {
        return !touched.isEmpty();
    }

    /** Notes that a gang ended; answers the oldest ended gang when there are too many to keep, or null. */
    public @Nullable String finish(String uid) {
        if (!finished.contains(uid)) {
            finished.add(uid);
        }
        return finished.size() > Limits.FINISHED_GANGS ? finished.peek() : null;
    }

    /** Arrival of the last gang. */
    public long lastArrival() {
        return lastArrival;
    }

    public void arrivedUpTo(long arrival) {
        lastArrival = Math.max(lastArrival, arrival);
    }
}
