package dev.basalt.core.machine.state;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Names of records that the ledger must keep anew or forget. What to write is read from the books at the end of a step.
 */
public final class LedgerChanges {
    private final TreeSet<String> gangUids = new TreeSet<>();
    private final TreeSet<String> podUids = new TreeSet<>();
    private final TreeSet<String> queueNames = new TreeSet<>();
    private final TreeSet<String> classNames = new TreeSet<>();
    private boolean epoch;

    /** The record of that gang may have changed. */
    public void gang(String uid) {
        gangUids.add(uid);
    }

    void pod(String uid) {
        podUids.add(uid);
    }

    void queue(String name) {
        queueNames.add(name);
    }

    void priorityClass(String name) {
        classNames.add(name);
    }

    /** The epoch changed. */
    public void epoch() {
        epoch = true;
    }

    /** Takes out whether the epoch changed. */
    public boolean takeEpoch() {
        boolean taken = epoch;
        epoch = false;
        return taken;
    }

    /** Takes out UIDs of gangs, sorted. */
    public List<String> takeGangs() {
        return take(gangUids);
    }

    /** Takes out UIDs of pods whose placement changed, sorted. */
    public List<String> takePods() {
        return take(podUids);
    }

    /** Takes out names of queues, sorted. */
    public List<String> takeQueues() {
        return take(queueNames);
    }

    /** Takes out names of priority classes, sorted. */
    public List<String> takeClasses() {
        return take(classNames);
    }

    private static List<String> take(SortedSet<String> names) {
        List<String> taken = new ArrayList<>(names);
        names.clear();
        return taken;
    }
}
