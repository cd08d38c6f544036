package dev.basalt.core.reason;

import dev.basalt.core.reason.Refusal.NodesRefused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Counts nodes by why they refuse. Reasons that differ only in what the node has count together. */
public final class ReasonTally {
    private final TreeMap<String, Entry> entries = new TreeMap<>();

    private record Entry(int nodes, NodeReason nearest) {}

    /** Counts one node. */
    public void add(NodeReason reason) {
        entries.merge(
                key(reason),
                new Entry(1, reason),
                (old, one) -> new Entry(
                        old.nodes() + 1, lackPermille(reason) < lackPermille(old.nearest()) ? reason : old.nearest()));
    }

    /** What was counted for a role, most nodes first; each with the numbers of the node that lacks least. */
    public List<NodesRefused> refusals(String role) {
        List<NodesRefused> refusals = new ArrayList<>();
        for (Entry entry : entries.values()) {
            refusals.add(new NodesRefused(role, entry.nodes(), entry.nearest()));
        }
        refusals.sort(Comparator.comparingInt(refusal -> -refusal.nodes()));
        return refusals;
    }

    /** How much of what is wanted is missing, in permille; 0 where there is nothing to measure. */
    public static long lackPermille(NodeReason reason) {
        return switch (reason) {
            case NodeReason.TooFewFreeGpus why -> missing(why.wanted(), why.free());
            case NodeReason.TooFewGpus why -> missing(why.wanted(), why.has());
            case NodeReason.TooLittleGpuMemory why -> missing(why.wantedMib(), why.bestMib());
            case NodeReason.GpuTooSmall why -> missing(why.wantedMib(), why.largestMib());
            case NodeReason.TooFewCores why -> missing(why.wantedPermille(), why.bestPermille());
            case NodeReason.ResourceShort why -> missing(why.wanted(), why.free());
            case NodeReason.ResourceTooSmall why -> missing(why.wanted(), why.has());
            case NodeReason.GpusUnhealthy why -> missing(why.wanted(), why.healthy());
            case NodeReason.TooFewDevicesWithRoom why -> missing(why.wanted(), why.have());
            case NodeReason.TooFewMigInstances why -> missing(why.wanted(), why.has());
            case NodeReason.TooFewFreeMigInstances why -> missing(why.wanted(), why.free());
            case NodeReason.NoShareSlot why -> 0;
            case NodeReason.LabelMismatch why -> 0;
            case NodeReason.AffinityMismatch why -> 0;
            case NodeReason.Tainted why -> 0;
            case NodeReason.Cordoned why -> 0;
            case NodeReason.NotReady why -> 0;
            case NodeReason.AgentNotHeard why -> 0;
            case NodeReason.ModelMismatch why -> 0;
            case NodeReason.PortTaken why -> 0;
            case NodeReason.JustFailed why -> 0;
            case NodeReason.AsksDoNotFitTogether why -> 0;
            case NodeReason.NeighbourMissing why -> 0;
            case NodeReason.NeighbourTooClose why -> 0;
            case NodeReason.SpreadTooUneven why -> missing(why.skew(), why.maxSkew());
            case NodeReason.Held why -> 0;
        };
    }

    private static long missing(long wanted, long has) {
        long lack = Math.max(0, wanted - has);
        return lack < Long.MAX_VALUE / 1000 ? lack * 1000 / Math.max(1, wanted) : 1000;
    }

    /** Kind of the reason and what it is about, without what the node has. */
    private static String key(NodeReason reason) {
        String about = switch (reason) {
            case NodeReason.TooFewFreeGpus why -> "" + why.wanted();
            case NodeReason.TooFewGpus why -> "" + why.wanted();
            case NodeReason.TooLittleGpuMemory why -> "";
            case NodeReason.GpuTooSmall why -> "";
            case NodeReason.TooFewCores why -> "";
            case NodeReason.ResourceShort why -> why.resource();
            case NodeReason.ResourceTooSmall why -> why.resource();
            case NodeReason.GpusUnhealthy why -> "" + why.wanted();
            case NodeReason.TooFewDevicesWithRoom why -> "" + why.wanted();
            case NodeReason.TooFewMigInstances why -> why.profile();
            case NodeReason.TooFewFreeMigInstances why -> why.profile();
            case NodeReason.NoShareSlot why -> "";
            case NodeReason.LabelMismatch why -> why.key() + '=' + why.wanted();
            case NodeReason.AffinityMismatch why -> "";
            case NodeReason.Tainted why -> why.key() + ':' + why.effect();
            case NodeReason.Cordoned why -> "";
            case NodeReason.NotReady why -> "";
            case NodeReason.AgentNotHeard why -> "";
            case NodeReason.ModelMismatch why -> why.wanted();
            case NodeReason.PortTaken why -> why.port();
            case NodeReason.JustFailed why -> "";
            case NodeReason.AsksDoNotFitTogether why -> "";
            case NodeReason.NeighbourMissing why -> why.topologyKey();
            case NodeReason.NeighbourTooClose why -> why.topologyKey();
            case NodeReason.SpreadTooUneven why -> why.topologyKey();
            case NodeReason.Held why -> "";
        };
        return reason.getClass().getSimpleName() + ' ' + about;
    }
}
