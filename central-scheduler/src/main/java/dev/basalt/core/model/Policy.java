package dev.basalt.core.model;

/**
 * What an operator may set about deciding.
 *
 * @param nodeSilentMillis an agent that said nothing for this long is silent: its node takes no new work
 * @param acceptMillis time an agent has to accept grants before the generation is withdrawn and re-planned
 * @param completeGangMillis time a half-bound gang has to be completed before its pods, unless they are bare, are
 *     evicted
 * @param gangFill false prefers to spread a gang's members over nodes, true packs them on the fewest nodes
 * @param sharePack true puts shares on the fullest device that fits, false on the emptiest
 */
public record Policy(
        long nodeSilentMillis, long acceptMillis, long completeGangMillis, boolean gangFill, boolean sharePack) {
    /** Ten seconds of silence, ten to accept, sixty to complete; pack gangs and shares. */
    public static final Policy DEFAULT = new Policy(10_000, 10_000, 60_000, true, true);

    public Policy {
        if (nodeSilentMillis < 1 || acceptMillis < 1 || completeGangMillis < 1) {
            throw new IllegalArgumentException("policy times must be at least 1 ms: nodeSilentMillis "
                    + nodeSilentMillis + ", acceptMillis " + acceptMillis + ", completeGangMillis "
                    + completeGangMillis);
        }
    }
}
