package dev.basalt.core.machine.members;

import dev.basalt.core.machine.PlacementRecord;
import org.jspecify.annotations.Nullable;

/** One placed pod: its record, what was asked about it, and what nobody needs to store. */
public final class Placement {
    private final Asks asks = new Asks();
    private PlacementRecord record;
    private @Nullable PlacementRecord stored;
    private final long generation;
    private String refusal = "";
    private boolean podLost;
    private long missingSinceMillis = Long.MAX_VALUE;
    private long runningSinceMillis;

    Placement(PlacementRecord record, long generation) {
        this.record = record;
        this.generation = generation;
    }

    /** Generation of the decision that put it there; binds carry it. */
    public long generation() {
        return generation;
    }

    public PlacementRecord record() {
        return record;
    }

    public void become(PlacementRecord next) {
        record = next;
    }

    public String podUid() {
        return record.podUid();
    }

    public PlacementRecord.Stage stage() {
        return record.stage();
    }

    /** True before that stage. */
    public boolean before(PlacementRecord.Stage stage) {
        return record.stage().compareTo(stage) < 0;
    }

    public Asks asks() {
        return asks;
    }

    /** Why it cannot stay there: its agent or its bind refused; empty when it can. */
    public String refusal() {
        return refusal;
    }

    public void refused(String why) {
        refusal = why;
    }

    /** True when the pod itself can never be bound. */
    public boolean isPodLost() {
        return podLost;
    }

    public void podIsLost() {
        podLost = true;
    }

    /** Since when its executor does not know of it; {@link Long#MAX_VALUE} when it does. */
    public long missingSinceMillis() {
        return missingSinceMillis;
    }

    public void missingSince(long millis) {
        missingSinceMillis = millis;
    }

    /** When it was first seen running; 0 before. */
    public long runningSinceMillis() {
        return runningSinceMillis;
    }

    public void runningSince(long millis) {
        runningSinceMillis = millis;
    }

    /** Notes that the ledger has, or is about to have, the present record. */
    public void stored() {
        stored = record;
    }

    /** Whether the ledger's record would restore another state. States of grants do not count: agents tell them. */
    public boolean needsStoring() {
        PlacementRecord old = stored;
        return old == null
                || old.stage() != record.stage()
                || old.exitCode() != record.exitCode()
                || old.endedWell() != record.endedWell()
                || old.lost() != record.lost()
                || !old.nodeName().equals(record.nodeName())
                || generation(old) != generation(record);
    }

    private static long generation(PlacementRecord of) {
        return of.grants().isEmpty() ? 0 : of.grants().getFirst().generation();
    }
}
