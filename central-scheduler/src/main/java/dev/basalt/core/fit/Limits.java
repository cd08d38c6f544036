package dev.basalt.core.fit;

/** Bounds of every search of the core. What lies beyond is reported as not fitting; nothing else is given up. */
public final class Limits {
    /** Device choices tried for one pod on one node; pods of one or two asks on 16 devices stay far below. */
    public static final int DEVICE_STEPS = 4_000;

    /** Ways to put one pod on one node's devices that a search compares; the preferred way comes first. */
    public static final int DEVICE_OPTIONS = 24;

    /** Sets of GPUs compared by their links for one choice; all sets of 8 out of 16 are 12,870. */
    public static final int LINK_SETS = 13_000;

    /** Members of one shape that one node is counted to take; more than any node has devices or pods. */
    public static final int SEATS_PER_NODE = 4_096;

    /** Members that are moved to let another in, per gang. */
    public static final int EXCHANGES = 2_000;

    /**
     * Nodes tried in the last, exhaustive search for one gang of mixed shapes; enough for about 6 members on 6 nodes.
     */
    public static final int SEARCH_STEPS = 20_000;

    /** Members of a gang for which the exhaustive search is tried at all. */
    public static final int SEARCH_MEMBERS = 24;

    /** Topology domains tried for one gang, over all its groups. */
    public static final int DOMAIN_TRIES = 2_048;

    /** Groups of one gang among which an earlier one moves on when a later one finds no domain; each costs stack. */
    public static final int GROUPS_MOVED = 200;

    /** Gangs looked at in one planning pass; the others keep their place for the next. */
    public static final int GANGS_PER_PLAN = 20_000;

    /** Queues above a queue; a longer chain is reported as a cycle. */
    public static final int QUEUE_DEPTH = 64;

    /** Pods named as users of the nearest node's room in an explanation. */
    public static final int HOLDERS_NAMED = 10;

    private Limits() {}
}
