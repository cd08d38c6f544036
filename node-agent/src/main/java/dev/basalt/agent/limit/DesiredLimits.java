package dev.basalt.agent.limit;

import java.util.List;

/**
 * The grants that the scheduler wants on this node.
 *
 * @param revision when it was decided
 * @param scope whether what is not listed is taken back
 * @param baseGeneration with CHANGES, the generation they are changes to
 * @param grants wanted
 * @param withdrawn taken back
 */
public record DesiredLimits(
        Revision revision, Scope scope, long baseGeneration, List<LimitGrant> grants, List<GrantKey> withdrawn) {
    public DesiredLimits {
        grants = List.copyOf(grants);
        withdrawn = List.copyOf(withdrawn);
    }

    /** Whether desired limits are everything or what changed. */
    public enum Scope {
        FULL,
        CHANGES
    }
}
