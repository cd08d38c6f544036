package dev.basalt.core.reason;

import dev.basalt.core.model.ResourceVector;
import java.util.List;

/**
 * One reason why a gang waits. Every reason says whether it can pass by waiting: a static one passes only when nodes,
 * queues or the gang itself change.
 */
public sealed interface Refusal {
    /** False when only a change of the cluster or the request can help. */
    boolean canPass();

    /**
     * Whether a gang with these refusals may sleep until nodes, queues or the gang change: no amount of freed room
     * helps, in whatever way it were used. So numbers that one way of placing the gang gave do not count, only bounds
     * over all ways; and not what single nodes say, only sums over nodes.
     */
    static boolean lasting(List<Refusal> refusals) {
        for (Refusal refusal : refusals) {
            if (!(refusal instanceof NodesRefused) && !refusal.canPass()) {
                return true;
            }
        }
        return false;
    }

    /** The queue does not exist. */
    record NoSuchQueue(String queue) implements Refusal {
        @Override
        public boolean canPass() {
            return false;
        }
    }

    /** The queue names a parent that does not exist. */
    record QueueParentMissing(String queue, String parent) implements Refusal {
        @Override
        public boolean canPass() {
            return false;
        }
    }

    /** The queue is its own ancestor. */
    record QueueCycle(String queue) implements Refusal {
        @Override
        public boolean canPass() {
            return false;
        }
    }

    /** The queue takes no new gangs, or is a parent of others. */
    record QueueClosed(String queue) implements Refusal {
        @Override
        public boolean canPass() {
            return false;
        }
    }

    /**
     * The gang would take its queue over a capability.
     *
     * @param wanted what it would take where it has room now
     * @param least what it takes at the very least, wherever it finds room later
     */
    record QueueFull(String queue, String resource, long wanted, long used, long capability, long least)
            implements Refusal {
        @Override
        public boolean canPass() {
            return least <= capability;
        }
    }

    /** Too few members exist. */
    record MembersMissing(int wanted, int present) implements Refusal {
        @Override
        public boolean canPass() {
            return true;
        }
    }

    /**
     * Room exists for some members, not for the minimum.
     *
     * @param wanted members that must be placed together
     * @param fitting most that fit now
     * @param fittingEmpty of those wanted, at most so many would fit on the same nodes if nothing ran on them
     */
    record TooFewSeats(int wanted, int fitting, int fittingEmpty) implements Refusal {
        @Override
        public boolean canPass() {
            return fittingEmpty >= wanted;
        }
    }

    /**
     * No domain of a level has room for a group that must lie together in one.
     *
     * @param group group with the constraint
     * @param level level of the domains
     * @param wanted members that must lie together
     * @param domains domains of that level that hold all members placed already; 0 when there is none
     * @param best name of the domain where most fit; empty when none fits any
     * @param fitting members that fit there
     * @param fittingEmpty of those wanted, at most so many would fit in one domain if nothing ran there
     */
    record NoDomainFits(String group, String level, int wanted, int domains, String best, int fitting, int fittingEmpty)
            implements Refusal {
        @Override
        public boolean canPass() {
            return fittingEmpty >= wanted;
        }
    }

    /**
     * Nodes refused a role, counted by why; the sum over reasons is the count of nodes that cannot take it. The numbers
     * in {@code why} are those of the node that lacks least.
     *
     * @param role member group
     * @param nodes how many nodes say so
     * @param why what they say
     */
    record NodesRefused(String role, int nodes, NodeReason why) implements Refusal {
        @Override
        public boolean canPass() {
            return why.canPass();
        }
    }

    /** The core met a bug while it decided on this gang and set the gang aside. */
    record Quarantined(String detail) implements Refusal {
        @Override
        public boolean canPass() {
            return false;
        }
    }

    /** Planning has not begun: lists or agents are missing. */
    record NotReadyToPlan(String waitingFor) implements Refusal {
        @Override
        public boolean canPass() {
            return true;
        }
    }

    /** The gang's members still hold room that must be given back first. */
    record StillReleasing(int members) implements Refusal {
        @Override
        public boolean canPass() {
            return true;
        }
    }

    /** Room asked of the queue by {@code minResources} is not there. */
    record MinResourcesMissing(ResourceVector wanted, ResourceVector room) implements Refusal {
        @Override
        public boolean canPass() {
            return true;
        }
    }
}
