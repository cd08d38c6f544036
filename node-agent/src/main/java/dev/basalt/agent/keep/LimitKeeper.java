package dev.basalt.agent.keep;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitAction;
import dev.basalt.agent.limit.LimitBook;
import dev.basalt.agent.limit.LimitPlanner;
import dev.basalt.agent.limit.LimitRefusal;
import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.wire.GrantReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one owner of the book of limits. Does what {@link LimitPlanner} says, in this order: store, write, put in force,
 * report. What cannot be stored is not accepted; what cannot be written is not in force, and is tried again. Runs on
 * the agent's loop only.
 */
public final class LimitKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LimitKeeper.class);

    private final LimitStore store;
    private final LimitFolders folders;
    private final LongSupplier monotonicMillis;
    /** Containers whose limits are to be written, each with what the log has of its failure; empty for nothing. */
    private final TreeMap<ContainerKey, String> unwritten = new TreeMap<>();

    private String notStoredSaid = "";
    /** What was wanted last, when it could not be stored: the scheduler says it once, so it is tried again here. */
    private @Nullable DesiredLimits unstored;
    /** What there is to say, the newest of each grant. */
    private final TreeMap<GrantKey, GrantReport> news = new TreeMap<>();

    private final TreeMap<GrantKey, Long> violationCounts = new TreeMap<>();

    private final TreeSet<GrantKey> nowOver = new TreeSet<>();

    private LimitBook book;

    /** Recovers what the node holds, and puts it in force. */
    public LimitKeeper(LimitStore store, LimitFolders folders, LongSupplier monotonicMillis) throws IOException {
        this.store = store;
        this.folders = folders;
        this.monotonicMillis = monotonicMillis;
        this.book = store.load(monotonicMillis.getAsLong());
        book.held().keySet().forEach(key -> unwritten.putIfAbsent(key.containerKey(), ""));
        writeAll();
        LOG.info(
                "recovered limits grants={} epoch={} generation={}",
                book.held().size(),
                book.highestEpoch(),
                book.revision().generation());
    }

    public LimitBook book() {
        return book;
    }

    /** Where a container's limits are written. */
    public LimitFolders folders() {
        return folders;
    }

    /** What there is to say since this was last asked: each grant that changed or was asked about, by key. */
    public List<GrantReport> drainNews() {
        List<GrantReport> drained = List.copyOf(news.values());
        news.clear();
        return drained;
    }

    /** Takes desired limits, or refuses them; there is news of each grant that they name or change. */
    public void take(DesiredLimits desired, NodeFacts facts) {
        unstored = null;
        try {
            carryOut(LimitPlanner.plan(book, desired, facts, monotonicMillis.getAsLong()));
        } catch (IOException notStored) {
            unstored = desired;
            LOG.error(
                    "cannot store limits epoch={} generation={}: {}. Maybe the disk is full",
                    desired.revision().epoch(),
                    desired.revision().generation(),
                    notStored.toString());
            var reason = new LimitRefusal.NotStored(notStored.toString());
            desired.grants()
                    .forEach(grant ->
                            news.put(grant.key(), new GrantReport.Refused(grant.key(), grant.revision(), reason)));
        }
    }

    /** Lets time pass: ends what is over, and tries again what could not be stored or written. */
    public void settle(NodeFacts facts) {
        try {
            DesiredLimits again = unstored;
            if (again != null) {
                carryOut(LimitPlanner.plan(book, again, facts, monotonicMillis.getAsLong()));
                unstored = null;
            }
            carryOut(LimitPlanner.settle(book, facts, monotonicMillis.getAsLong()));
            notStoredSaid = "";
        } catch (IOException notStored) {
            if (!notStored.toString().equals(notStoredSaid)) {
                LOG.error("cannot store limits, will try again: {}", notStored.toString());
            }
            notStoredSaid = notStored.toString();
        }
    }

    /**
     * Puts a container's limits in force, so that it may start.
     *
     * @throws IOException when they cannot be stored or written; then it must not start
     */
    public void beforeStart(ContainerKey container) throws IOException {
        carryOut(LimitPlanner.beforeStart(book, container));
        if (unwritten.containsKey(container)) {
            throw new IOException(
                    "The limits of " + container + " could not be written to " + folders.folder(container));
        }
    }

    /** Remembers a leader's epoch, durably. */
    public void see(long epoch) throws IOException {
        if (epoch > book.highestEpoch()) {
            LimitBook next = book.seeing(epoch);
            store.save(next);
            book = next;
        }
    }

    /** What to say to a scheduler that may know nothing: all that is held, and all that ended unheard. */
    public List<GrantReport> everything() {
        var reports = new ArrayList<GrantReport>();
        book.held()
                .values()
                .forEach(held -> reports.add(
                        new GrantReport.Held(held, violations(held.grant().key()))));
        book.ended().values().forEach(ended -> reports.add(new GrantReport.Ended(ended)));
        return reports;
    }

    /**
     * A container was seen to use that much of a device. Going over is counted once, until it is seen within its grant
     * again.
     *
     * @return true when it has just gone over
     */
    public boolean observe(GrantKey key, long memoryMib) {
        HeldGrant held = book.held().get(key);
        boolean over = held != null
                && !held.grant().exclusive()
                && memoryMib > held.grant().memoryMib();
        if (!over) {
            nowOver.remove(key);
            return false;
        }
        boolean first = nowOver.add(key);
        if (first) {
            violationCounts.merge(key, 1L, Long::sum);
            note(key);
        }
        return first;
    }

    /** How often the user of a grant was seen to go over its memory since this agent started. */
    public long violations(GrantKey key) {
        return violationCounts.getOrDefault(key, 0L);
    }

    /** The scheduler has heard that these ended. Needs no fsync of its own: after a crash they are said again. */
    public void heard(List<EndedGrant> ended) {
        book = book.forgetting(ended);
    }

    private void carryOut(List<LimitAction> actions) throws IOException {
        LimitBook next =
                book.after(actions.stream().filter(LimitKeeper::isStored).toList());
        if (!next.equals(book)) {
            store.save(next);
            book = next;
        }
        for (LimitAction action : actions) {
            if (action instanceof LimitAction.Write write) {
                unwritten.putIfAbsent(write.container(), "");
            }
        }
        writeAll().forEach(this::note);
        for (LimitAction action : actions) {
            switch (action) {
                case LimitAction.Accept accept -> note(accept.held().grant().key());
                case LimitAction.Confirm confirm -> note(confirm.key());
                case LimitAction.Commit commit -> note(commit.key());
                case LimitAction.PutInForce inForce -> note(inForce.key());
                case LimitAction.Drain drain -> note(drain.key());
                case LimitAction.Release release -> forget(release.key());
                case LimitAction.Refuse refuse -> refuse(refuse);
                case LimitAction.Adopt ignored -> {}
                case LimitAction.Write ignored -> {}
            }
        }
    }

    private void refuse(LimitAction.Refuse refuse) {
        GrantKey key = refuse.key();
        LOG.warn(
                "refuse grant pod={} container={} device={} reason={}",
                key.podUid(),
                key.container(),
                key.deviceUuid(),
                refuse.reason());
        news.put(key, new GrantReport.Refused(key, refuse.revision(), refuse.reason()));
    }

    /** Being in force is not stored: it is what writing brings about, and is done again after a restart. */
    private static boolean isStored(LimitAction action) {
        return !(action instanceof LimitAction.PutInForce);
    }

    private void forget(GrantKey key) {
        violationCounts.remove(key);
        nowOver.remove(key);
        note(key);
    }

    private void note(GrantKey key) {
        news.put(key, report(key));
    }

    private GrantReport report(GrantKey key) {
        HeldGrant held = book.held().get(key);
        if (held != null) {
            return new GrantReport.Held(held, violations(held.grant().key()));
        }
        EndedGrant ended = book.ended().get(key);
        return ended != null ? new GrantReport.Ended(ended) : new GrantReport.Gone(key);
    }

    /** Says once why; it is tried again twice a second. */
    private void unwritten(ContainerKey container, String why) {
        if (!why.equals(unwritten.put(container, why))) {
            LOG.error("cannot write limits pod={} container={}: {}", container.podUid(), container.container(), why);
        }
    }

    /** Writes what is not written yet, and puts in force what is committed; answers the grants that came in force. */
    private List<GrantKey> writeAll() {
        var inForce = new ArrayList<GrantKey>();
        for (ContainerKey container : List.copyOf(unwritten.keySet())) {
            try {
                folders.write(container, book.heldBy(container));
                unwritten.remove(container);
            } catch (IOException | IllegalArgumentException failed) {
                unwritten(container, failed.toString());
                continue;
            }
            for (HeldGrant held : book.heldBy(container)) {
                if (held.stage() == HeldGrant.Stage.COMMITTED) {
                    inForce.add(held.grant().key());
                }
            }
        }
        book = book.after(
                inForce.stream().<LimitAction>map(LimitAction.PutInForce::new).toList());
        return inForce;
    }
}
