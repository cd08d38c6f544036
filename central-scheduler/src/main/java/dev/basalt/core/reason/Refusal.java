package dev.basalt.core.reason;

import dev.basalt.core.model.ResourceVector;

/**
 * One reason why a gang waits. Every reason says whether it can pass by waiting: a static one passes only when nodes,
 * queues or the gang itself change.
 */
public sealed interface Refusal {
    /** False when only a change of the cluster or the request can help. */
    boolean canPass();

    /** The queue does not exist. */
    record NoSuchQueue(String queue) implements Refusal {
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

    /** The gang would take its queue over a capability. */
    record QueueFull(String queue, String resource, long wanted, long used, long capability) implements Refusal {
        @Override
        public boolean canPass() {
            return wanted <= capability;
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
     * @param fittingEmpty most that would fit on the same nodes if nothing ran on them
     */
    record TooFewSeats(int wanted, int fitting, int fittingEmpty) implements Refusal {
        @Override
        public boolean canPass() {
            return fittingEmpty >= wanted;
        }
    }

    /**
     * Nodes refused a role, counted by why; the sum over reasons is the count of nodes that cannot take it.
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
