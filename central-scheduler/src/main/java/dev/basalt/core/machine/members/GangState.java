package dev.basalt.core.machine.members;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.reason.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One gang: what was asked, its slots, how it stands, and why it waits. */
public final class GangState {
    private static final GangStatus NEW = new GangStatus(GangStatus.Phase.PENDING, 0, 0, 0, 0, 0, "");

    private final long arrival;
    private final TreeMap<TaskId, Slot> slots = new TreeMap<>();
    private final TreeMap<String, Long> avoidUntil = new TreeMap<>();
    private Gang gang;
    private long version;
    private int incarnation;
    private boolean ran;
    private boolean deleting;
    private GangStatus status = NEW;
    private @Nullable GangRecord stored;

    private long halfBoundSinceMillis = Long.MAX_VALUE;
    private long waveDeadlineMillis = Long.MAX_VALUE;
    private String quarantine = "";
    private List<Refusal> refusals = List.of();
    private @Nullable GangDemand demand;
    private @Nullable GangView view;

    GangState(Gang gang, long version, long arrival) {
        this.gang = gang;
        this.version = version;
        this.arrival = arrival;
        openSlots();
    }

    static GangState restored(GangRecord record) {
        GangState state = new GangState(record.gang(), record.version(), record.arrival());
        state.incarnation = record.incarnation();
        state.ran = record.ran();
        state.deleting = record.deleting();
        state.status = record.status();
        state.stored = record;
        return state;
    }

    public String uid() {
        return gang.uid();
    }

    public Gang gang() {
        return gang;
    }

    public long arrival() {
        return arrival;
    }

    /** Takes a changed specification; what the core thought of the old one is void. */
    void respecify(Gang newGang, long newVersion) {
        gang = newGang;
        version = newVersion;
        quarantine = "";
        openSlots();
    }

    /** Every slot that has or had a pod or should have one, in role and index order. */
    public List<Slot> slots() {
        List<Slot> ordered = new ArrayList<>(slots.size());
        List<String> known = new ArrayList<>();
        for (MemberGroup role : gang.roles()) {
            known.add(role.name());
            ordered.addAll(slots.subMap(first(role.name()), true, last(role.name()), true)
                    .values());
        }
        for (Slot slot : slots.values()) {
            if (!known.contains(slot.task().role())) {
                ordered.add(slot);
            }
        }
        return ordered;
    }

    /** The slot of that task, or null. */
    public @Nullable Slot slot(TaskId task) {
        return slots.get(task);
    }

    public Slot openSlot(TaskId task) {
        return slots.computeIfAbsent(task, Slot::new);
    }

    public void closeSlot(TaskId task) {
        slots.remove(task);
    }

    /** Whether the gang still wants a pod there. Gangs with given pods take all that come. */
    public boolean wants(TaskId task) {
        MemberGroup role = gang.role(task.role());
        return !deleting && role != null && (!gang.managed() || task.index() < role.desired());
    }

    /** Members wanted in all. */
    public int desired() {
        return gang.roles().stream().mapToInt(MemberGroup::desired).sum();
    }

    /** Position of a member among all wanted, in role and index order, from 0. */
    public int rank(TaskId task) {
        int before = 0;
        for (MemberGroup role : gang.roles()) {
            if (role.name().equals(task.role())) {
                return before + task.index();
            }
            before += role.desired();
        }
        return before;
    }

    /** Incarnation for a pod of that slot: 0 for the very first pods, then higher than any before. */
    public int nextIncarnation(Slot slot) {
        if (slot.isAsked()) {
            return slot.incarnation();
        }
        if (slot.isVacated() || incarnation > 0) {
            incarnation++;
        }
        return incarnation;
    }

    public boolean isDeleting() {
        return deleting;
    }

    public void startDeleting() {
        deleting = true;
    }

    public boolean hasRun() {
        return ran;
    }

    public GangStatus status() {
        return status;
    }

    public void status(GangStatus newStatus) {
        status = newStatus;
        ran = ran || newStatus.phase() == GangStatus.Phase.RUNNING;
    }

    /** True in the two phases that managed gangs never leave. */
    public boolean isFinal() {
        return status.phase() == GangStatus.Phase.COMPLETED || status.phase() == GangStatus.Phase.FAILED;
    }

    /** Since when some and fewer than its minimum are bound; {@link Long#MAX_VALUE} when not so. */
    public long halfBoundSinceMillis() {
        return halfBoundSinceMillis;
    }

    public void halfBoundSince(long millis) {
        halfBoundSinceMillis = millis;
    }

    /** When its decided members are withdrawn unless all are accepted; {@link Long#MAX_VALUE} when not set. */
    public long waveDeadlineMillis() {
        return waveDeadlineMillis;
    }

    public void waveDeadline(long millis) {
        waveDeadlineMillis = millis;
    }

    /** Does not try that node before then. */
    public void avoid(String nodeName, long untilMillis) {
        avoidUntil.put(nodeName, untilMillis);
    }

    /** Nodes not tried now, by name, with the time until when; those whose time is over are forgotten. */
    public SortedMap<String, Long> avoided(long nowMillis) {
        avoidUntil.values().removeIf(until -> until <= nowMillis);
        return new TreeMap<>(avoidUntil);
    }

    /** What went wrong in the core; empty when nothing did. */
    public String quarantine() {
        return quarantine;
    }

    public void quarantined(String detail) {
        quarantine = detail;
    }

    public List<Refusal> refusals() {
        return refusals;
    }

    public void refused(List<Refusal> why) {
        refusals = List.copyOf(why);
    }

    /** What it wants placed; null when nothing. */
    public @Nullable GangDemand demand() {
        return demand;
    }

    public void demand(@Nullable GangDemand newDemand) {
        demand = newDemand;
    }

    /** The view that was published last; null since something changed. */
    public @Nullable GangView view() {
        return view;
    }

    public void view(@Nullable GangView newView) {
        view = newView;
    }

    public GangRecord record() {
        return new GangRecord(gang, version, arrival, incarnation, ran, deleting, status);
    }

    /** Notes that the ledger has, or is about to have, the present record. */
    public void stored() {
        stored = record();
    }

    /** Whether the ledger's record would restore another state. Counts of members follow from placements. */
    public boolean needsStoring() {
        GangRecord old = stored;
        return old == null
                || old.version() != version
                || old.incarnation() != incarnation
                || old.ran() != ran
                || old.deleting() != deleting
                || old.status().phase() != status.phase();
    }

    private void openSlots() {
        if (gang.managed()) {
            for (MemberGroup role : gang.roles()) {
                for (int index = 0; index < role.desired(); index++) {
                    openSlot(new TaskId(gang.uid(), role.name(), index));
                }
            }
        }
    }

    private TaskId first(String role) {
        return new TaskId(gang.uid(), role, Integer.MIN_VALUE);
    }

    private TaskId last(String role) {
        return new TaskId(gang.uid(), role, Integer.MAX_VALUE);
    }
}
