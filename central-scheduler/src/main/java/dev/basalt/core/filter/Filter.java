package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.function.IntFunction;

/** One hard rule with two faces that always agree: fast over all nodes, and with a reason for one. */
public interface Filter {
    /** Those of the candidates that pass. */
    default NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        NodeSet.Builder passing = new NodeSet.Builder(view.nodeCount());
        for (int node = candidates.next(0); node >= 0; node = candidates.next(node + 1)) {
            if (judge(shape, view, node).fits()) {
                passing.add(node);
            }
        }
        return passing.build();
    }

    /** Whether one node passes, and why not. */
    Verdict judge(TaskShape shape, ClusterView view, int node);

    /** As {@link #judge}, for many nodes of one view: what all of them need is worked out once. */
    default IntFunction<Verdict> verdicts(TaskShape shape, ClusterView view) {
        return node -> judge(shape, view, node);
    }

    /** True when no pod that comes or goes changes the answer, only a change of the node or its agent. */
    default boolean isStatic() {
        return true;
    }

    /** What a filter says of one node. */
    sealed interface Verdict {
        /** It passes. */
        record Fits() implements Verdict {}

        /** It does not. */
        record Refused(NodeReason why) implements Verdict {}

        static Verdict pass() {
            return new Fits();
        }

        default boolean fits() {
            return this instanceof Fits;
        }

        static Verdict refuse(NodeReason why) {
            return new Refused(why);
        }
    }
}
