package dev.basalt.core.device;

/**
 * What one container may use of one device. Keyed by {@link Key}; moves through {@link State} in order.
 *
 * @param key whose grant, on which device
 * @param node name of the device's node
 * @param memoryMib memory limit; for an exclusive grant all that is grantable
 * @param corePermille compute limit; 0 means no guaranteed part and no cap
 * @param exclusive true when no other pod may use the device
 * @param epoch leader epoch that decided it
 * @param generation rises with each decision of one leader; an agent never goes back
 * @param state how far it has come
 */
public record Grant(
        Key key,
        String node,
        long memoryMib,
        int corePermille,
        boolean exclusive,
        long epoch,
        long generation,
        State state) {

    /** Pod UID, container name and device UUID. Ordered field by field. */
    public record Key(String podUid, String container, String deviceUuid) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byPod = podUid.compareTo(other.podUid);
            if (byPod != 0) {
                return byPod;
            }
            int byContainer = container.compareTo(other.container);
            return byContainer != 0 ? byContainer : deviceUuid.compareTo(other.deviceUuid);
        }
    }

    /** Life of a grant, in order. */
    public enum State {
        /** Decided and sent; the agent has not answered. */
        SENT,
        /** Stored durably by the agent. A deadline may still end it. */
        ACCEPTED,
        /** The pod is bound: no deadline ends it any more. */
        COMMITTED,
        /** The limit is applied where the container runs. */
        IN_FORCE,
        /** The agent says nothing of it is left. */
        RELEASED
    }

    /** The same grant, whose device is known to be on that node. */
    public Grant onNode(String nodeName) {
        return new Grant(key, nodeName, memoryMib, corePermille, exclusive, epoch, generation, state);
    }

    /** The same grant, further on. */
    public Grant in(State newState) {
        return new Grant(key, node, memoryMib, corePermille, exclusive, epoch, generation, newState);
    }
}
