package dev.basalt.core.explain;

import dev.basalt.core.explain.Explanation.Verdict;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;

/** What a user may do about a refusal, as a sentence that begins with "Maybe"; empty when waiting is all. */
final class Advice {
    private Advice() {}

    /** @param verdict what the refusals come to, taken together */
    static String of(Refusal refusal, Verdict verdict) {
        return switch (refusal) {
            case Refusal.NoSuchQueue why -> "Maybe create queue " + why.queue() + ", or name another one.";
            case Refusal.QueueParentMissing why ->
                "Maybe create queue " + why.parent() + ", or correct the parent of queue " + why.queue() + '.';
            case Refusal.QueueCycle why -> "Maybe correct the parent of queue " + why.queue() + '.';
            case Refusal.QueueClosed why -> "Maybe open queue " + why.queue() + ", or name a child of it.";
            case Refusal.QueueFull why -> why.canPass() ? "" : full(why);
            case Refusal.MembersMissing why -> "Maybe its controller creates the missing members later.";
            case Refusal.TooFewSeats why -> seats(why);
            case Refusal.NoDomainFits why ->
                why.canPass()
                        ? ""
                        : "Maybe prefer level " + why.level() + " instead of requiring it, or allow a wider one.";
            case Refusal.NodesRefused why -> of(why.why(), verdict);
            case Refusal.Quarantined why ->
                "Maybe report this with the text above; a change of the gang tries it again.";
            case Refusal.NotReadyToPlan why -> "";
            case Refusal.StillReleasing why -> "";
            case Refusal.MinResourcesMissing why -> "";
        };
    }

    private static String full(Refusal.QueueFull why) {
        String raise = "Maybe raise the capability of queue " + why.queue();
        return why.capability() == 0
                ? raise + ", which has none, or name another queue."
                : raise + ", or ask for at most " + ExplanationText.amount(why.resource(), why.capability()) + '.';
    }

    private static String seats(Refusal.TooFewSeats why) {
        if (why.canPass()) {
            return "";
        }
        return why.fittingEmpty() == 0
                ? "Maybe ask for less in each member, or add larger nodes."
                : "Maybe lower minAvailable to " + why.fittingEmpty() + ", or add nodes.";
    }

    /** What lasts on some nodes needs no advice while the gang waits for room on others. */
    private static String of(NodeReason reason, Verdict verdict) {
        return switch (reason) {
            case NodeReason.Cordoned why -> "Maybe uncordon the node.";
            case NodeReason.Passing why -> of(why);
            case NodeReason.Lasting why -> verdict == Verdict.NEVER_FITS ? of(why) : "";
        };
    }

    private static String of(NodeReason.Passing reason) {
        return switch (reason) {
            case NodeReason.AgentNotHeard why -> "Maybe start the agent on the node.";
            case NodeReason.NotReady why -> "Maybe see whether the node and its agent run.";
            case NodeReason.GpusUnhealthy why -> "Maybe see what basalt-smi says of the GPUs there.";
            case NodeReason.TooFewFreeGpus why -> "";
            case NodeReason.TooLittleGpuMemory why -> "";
            case NodeReason.TooFewCores why -> "";
            case NodeReason.NoShareSlot why -> "";
            case NodeReason.ResourceShort why -> "";
            case NodeReason.PortTaken why -> "";
            case NodeReason.JustFailed why -> "";
            case NodeReason.NeighbourMissing why -> "";
            case NodeReason.NeighbourTooClose why -> "";
            case NodeReason.SpreadTooUneven why -> "";
            case NodeReason.Held why -> "";
            case NodeReason.AsksDoNotFitTogether why -> "";
            case NodeReason.TooFewDevicesWithRoom why -> "";
            case NodeReason.TooFewFreeMigInstances why -> "";
        };
    }

    private static String of(NodeReason.Lasting reason) {
        return switch (reason) {
            case NodeReason.LabelMismatch why -> "Maybe label a node " + why.key() + '=' + why.wanted() + '.';
            case NodeReason.Tainted why -> "Maybe tolerate taint " + why.key() + ':' + why.effect() + '.';
            case NodeReason.Cordoned why -> "Maybe uncordon the node.";
            case NodeReason.ModelMismatch why -> "Maybe select another GPU model.";
            case NodeReason.GpuTooSmall why -> "Maybe ask for at most " + why.largestMib() + " MiB of a GPU.";
            case NodeReason.TooFewGpus why -> "";
            case NodeReason.ResourceTooSmall why -> "";
            case NodeReason.AffinityMismatch why -> "";
            case NodeReason.TooFewMigInstances why -> "";
        };
    }
}
