package dev.basalt.core.explain;

import dev.basalt.core.explain.Explanation.NearestFit;
import dev.basalt.core.filter.Filter;
import dev.basalt.core.filter.Filters;
import dev.basalt.core.plan.Look;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.ReasonTally;
import dev.basalt.core.snapshot.NodeSet;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Finds the node that lacks least for a member that finds no seat. */
final class Nearest {
    private Nearest() {}

    /** Null when there is no node. Nodes that only lack room come before nodes that must change. */
    static @Nullable NearestFit find(Look.Crowded crowded) {
        NodeSet nodes = Filters.narrowStatic(crowded.shape(), crowded.view());
        if (nodes.isEmpty()) {
            nodes = crowded.view().allNodes();
        }
        List<IntFunction<Filter.Verdict>> filters = Filters.ALL.stream()
                .map(filter -> filter.verdicts(crowded.shape(), crowded.view()))
                .toList();
        int nearest = -1;
        long least = Long.MAX_VALUE;
        for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
            long lack = lack(filters, node, least);
            if (lack < least) {
                nearest = node;
                least = lack;
            }
        }
        if (nearest < 0) {
            return null;
        }
        List<NodeReason> lacks = Filters.reasons(crowded.shape(), crowded.view(), nearest);
        return new NearestFit(crowded.role(), crowded.view().nodeName(nearest), lacks);
    }

    /**
     * A lasting reason weighs most, then how many there are, then how much is missing; stops when it is more than
     * {@code enough}.
     */
    private static long lack(List<IntFunction<Filter.Verdict>> filters, int node, long enough) {
        long lack = 0;
        for (IntFunction<Filter.Verdict> filter : filters) {
            if (filter.apply(node) instanceof Filter.Verdict.Refused refused) {
                lack += 1_000 + ReasonTally.lackPermille(refused.why());
                lack += refused.why().canPass() ? 0 : 1_000_000;
            }
            if (lack >= enough) {
                break;
            }
        }
        return lack;
    }
}
