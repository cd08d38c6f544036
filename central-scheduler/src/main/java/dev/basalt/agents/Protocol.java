package dev.basalt.agents;

/** Versions of the agents' protocol that this scheduler speaks. */
public final class Protocol {
    /** Oldest that is spoken. */
    public static final int OLDEST = 1;
    /** Newest that is spoken. */
    public static final int NEWEST = 1;

    private Protocol() {}

    /**
     * The newest version that both speak.
     *
     * @throws BadMessageException when there is none
     */
    public static int agree(int oldest, int newest) throws BadMessageException {
        if (oldest < 1 || oldest > newest) {
            throw new BadMessageException("min_protocol " + oldest + " and max_protocol " + newest
                    + " are no range. Maybe the agent is not Basalt's.");
        }
        if (newest < OLDEST || oldest > NEWEST) {
            throw new BadMessageException("the agent speaks protocol " + oldest + ".." + newest + ", this scheduler "
                    + OLDEST + ".." + NEWEST + ". Maybe bring both to one version of Basalt.");
        }
        return Math.min(newest, NEWEST);
    }
}
