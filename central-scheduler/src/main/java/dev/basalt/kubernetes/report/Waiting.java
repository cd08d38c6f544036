package dev.basalt.kubernetes.report;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import java.util.List;

/**
 * What a wait is called where machines read it.
 *
 * @param reason one word in CamelCase; {@value #UNSCHEDULABLE} only when room lacks, because autoscalers buy nodes for
 *     pods that say so
 * @param passesQueue whether its queue lets it in: only members or room lack
 */
record Waiting(String reason, boolean passesQueue) {
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String MEMBERS = "WaitingForMembers";

    /** What stands first against a gang; refusals must not be empty. */
    static Waiting of(List<Refusal> refusals) {
        return switch (refusals.getFirst()) {
            case Refusal.NoSuchQueue why -> new Waiting("QueueNotFound", false);
            case Refusal.QueueParentMissing why -> new Waiting("QueueMisconfigured", false);
            case Refusal.QueueCycle why -> new Waiting("QueueMisconfigured", false);
            case Refusal.QueueClosed why -> new Waiting("QueueClosed", false);
            case Refusal.QueueFull why -> new Waiting("WaitingForQuota", false);
            case Refusal.MinResourcesMissing why -> new Waiting("WaitingForQuota", false);
            case Refusal.MembersMissing why -> new Waiting(MEMBERS, true);
            case Refusal.StillReleasing why -> new Waiting("WaitingForRelease", true);
            case Refusal.Quarantined why -> new Waiting("SchedulerError", false);
            case Refusal.NotReadyToPlan why -> new Waiting("SchedulerNotReady", false);
            case Refusal.TooFewSeats why -> room(refusals);
            case Refusal.NoDomainFits why -> room(refusals);
            case Refusal.NodesRefused why -> room(refusals);
        };
    }

    /** When all that nodes say is that they are not ready for work yet, no further node is needed. */
    private static Waiting room(List<Refusal> refusals) {
        List<NodeReason> nodes = refusals.stream()
                .filter(Refusal.NodesRefused.class::isInstance)
                .map(refusal -> ((Refusal.NodesRefused) refusal).why())
                .toList();
        boolean onlyNotYet = !nodes.isEmpty()
                && nodes.stream()
                        .allMatch(
                                why -> why instanceof NodeReason.AgentNotHeard || why instanceof NodeReason.JustFailed);
        return new Waiting(onlyNotYet ? "WaitingForAgents" : UNSCHEDULABLE, true);
    }
}
