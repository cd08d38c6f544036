package dev.basalt.core.machine.state;

import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/**
 * Versions of all objects of one kind, living and deleted, so that repeated, late and reordered events change nothing.
 */
public final class ObjectVersions {
    private final TreeMap<String, Long> living = new TreeMap<>();
    private final TreeMap<String, Long> deleted = new TreeMap<>();
    private final ArrayDeque<String> deletedInOrder = new ArrayDeque<>();
    private List<String> lastListed = List.of();
    private long listVersion = Long.MIN_VALUE;

    /** Whether a change of that version is news; when it is, it is noted. */
    public boolean accepts(String identity, long version) {
        if (version <= known(identity)) {
            return false;
        }
        deleted.remove(identity);
        living.put(identity, version);
        return true;
    }

    /**
     * Whether a deletion of that version is news; when it is, it is noted. A deletion carries at least the last
     * version.
     */
    public boolean acceptsDeletion(String identity, long version) {
        Long alive = living.get(identity);
        if (alive == null) {
            bury(identity, Math.max(version, deleted.getOrDefault(identity, Long.MIN_VALUE)));
            return false;
        }
        if (version < alive) {
            return false;
        }
        bury(identity, version);
        return true;
    }

    /**
     * Whether a list is news; when it is, what it does not name and is not newer than it is forgotten.
     *
     * @return identities that vanished, sorted
     */
    public List<String> vanished(Listed list) {
        if (list.version() < listVersion) {
            return List.of();
        }
        listVersion = list.version();
        lastListed = list.identities().stream().sorted().toList();
        List<String> gone = new ArrayList<>();
        living.forEach((identity, version) -> {
            if (version <= listVersion && !isListed(identity)) {
                gone.add(identity);
            }
        });
        gone.forEach(identity -> bury(identity, listVersion));
        return gone;
    }

    /** Version last accepted; {@link Long#MIN_VALUE} when the object never lived. */
    public long version(String identity) {
        return living.getOrDefault(identity, Long.MIN_VALUE);
    }

    /** Whether the object was deleted not long ago. */
    public boolean buried(String identity) {
        return deleted.containsKey(identity);
    }

    private long known(String identity) {
        Long alive = living.get(identity);
        if (alive != null) {
            return alive;
        }
        long floor = isListed(identity) ? Long.MIN_VALUE : listVersion;
        return Math.max(floor, deleted.getOrDefault(identity, Long.MIN_VALUE));
    }

    private boolean isListed(String identity) {
        return Collections.binarySearch(lastListed, identity) >= 0;
    }

    private void bury(String identity, long version) {
        living.remove(identity);
        if (deleted.put(identity, version) == null) {
            deletedInOrder.add(identity);
        }
        while (deletedInOrder.size() > Limits.TOMBSTONES) {
            deleted.remove(deletedInOrder.remove());
        }
    }
}
