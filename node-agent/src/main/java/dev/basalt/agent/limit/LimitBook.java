package dev.basalt.agent.limit;

import dev.basalt.agent.limit.HeldGrant.Stage;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that an agent must remember about limits. Immutable.
 *
 * @param highestEpoch the highest epoch of a leader ever seen
 * @param revision the last desired limits that were taken
 * @param held grants by key
 * @param ended grants that ended and of which the scheduler has not heard yet, by key
 */
public record LimitBook(
        long highestEpoch,
        Revision revision,
        SortedMap<GrantKey, HeldGrant> held,
        SortedMap<GrantKey, EndedGrant> ended) {
    public static final LimitBook EMPTY = new LimitBook(0, Revision.NONE, new TreeMap<>(), new TreeMap<>());

    public LimitBook {
        held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
        ended = Collections.unmodifiableSortedMap(new TreeMap<>(ended));
    }

    /** The book after these actions; those that change nothing here are passed over. */
    public LimitBook after(List<LimitAction> actions) {
        var nextHeld = new TreeMap<>(held);
        var nextEnded = new TreeMap<>(ended);
        long epoch = highestEpoch;
        Revision last = revision;
        for (LimitAction action : actions) {
            switch (action) {
                case LimitAction.Adopt adopt -> {
                    last = adopt.revision();
                    epoch = Math.max(epoch, last.epoch());
                }
                case LimitAction.Accept accept -> {
                    GrantKey key = accept.held().grant().key();
                    nextHeld.put(key, accept.held());
                    nextEnded.remove(key);
                }
                case LimitAction.Commit commit ->
                    nextHeld.computeIfPresent(commit.key(), (key, grant) -> grant.committed());
                case LimitAction.PutInForce inForce ->
                    nextHeld.computeIfPresent(inForce.key(), (key, grant) -> grant.at(Stage.IN_FORCE));
                case LimitAction.Drain drain ->
                    nextHeld.computeIfPresent(drain.key(), (key, grant) -> grant.draining());
                case LimitAction.Release release -> {
                    HeldGrant released = nextHeld.remove(release.key());
                    if (released != null) {
                        Revision revision = released.grant().revision();
                        nextEnded.put(release.key(), new EndedGrant(release.key(), revision, release.why()));
                    }
                }
                case LimitAction.Confirm ignored -> {}
                case LimitAction.Refuse ignored -> {}
                case LimitAction.Write ignored -> {}
            }
        }
        return new LimitBook(epoch, last, nextHeld, nextEnded);
    }

    /** The book when the scheduler has heard that these ended. */
    public LimitBook forgetting(List<EndedGrant> heard) {
        var next = new TreeMap<>(ended);
        heard.forEach(grant -> next.remove(grant.key(), grant));
        return new LimitBook(highestEpoch, revision, held, next);
    }

    /** The book of an agent that has seen a leader of that epoch. */
    public LimitBook seeing(long epoch) {
        return epoch <= highestEpoch ? this : new LimitBook(epoch, revision, held, ended);
    }

    /** Grants of one container, by device. */
    public List<HeldGrant> heldBy(ContainerKey container) {
        return held.values().stream()
                .filter(grant -> grant.grant().key().containerKey().equals(container))
                .toList();
    }
}
