package dev.basalt.core.filter;

import dev.basalt.core.filter.Filter.Verdict;
import dev.basalt.core.neighbour.Neighbourhood;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** All hard rules, in the order in which they answer: what lasts before what passes, cheap before dear. */
public final class Filters {
    private static final Filter NODE_SELECTOR = new NodeSelectorFilter();
    private static final Filter NODE_AFFINITY = new NodeAffinityFilter();
    private static final Filter TAINTS = new TaintFilter();

    /** Every filter. */
    public static final List<Filter> ALL = List.of(
            new ReadyFilter(),
            new CordonFilter(),
            NODE_SELECTOR,
            NODE_AFFINITY,
            TAINTS,
            new AvoidFilter(),
            new HostPortFilter(),
            new WholeGpuFilter(),
            new MigFilter(),
            new ShareFilter(),
            new ResourceFilter(),
            new AsksTogetherFilter(),
            new NeighbourFilter());

    private Filters() {}

    /** Rules about other pods, for one shape. */
    public static Neighbourhood neighbourhood(TaskShape shape, ClusterView view) {
        return new Neighbourhood(shape, view, new Neighbourhood.NodeRules() {
            @Override
            public NodeSet selected() {
                return NODE_AFFINITY.narrow(shape, view, NODE_SELECTOR.narrow(shape, view, view.allNodes()));
            }

            @Override
            public NodeSet tolerated() {
                return TAINTS.narrow(shape, view, view.allNodes());
            }
        });
    }

    /** Nodes that pass every filter whose answer no pod changes. */
    public static NodeSet narrowStatic(TaskShape shape, ClusterView view) {
        NodeSet passing = view.allNodes();
        for (Filter filter : ALL) {
            if (filter.isStatic()) {
                passing = filter.narrow(shape, view, passing);
            }
        }
        return passing;
    }

    /** Nodes that pass every filter. */
    public static NodeSet narrow(TaskShape shape, ClusterView view) {
        NodeSet passing = view.allNodes();
        for (Filter filter : ALL) {
            passing = filter.narrow(shape, view, passing);
        }
        return passing;
    }

    /** The first reason against a node, or null when it fits. */
    public static @Nullable NodeReason reason(TaskShape shape, ClusterView view, int node) {
        for (Filter filter : ALL) {
            if (filter.judge(shape, view, node) instanceof Verdict.Refused refused) {
                return refused.why();
            }
        }
        return null;
    }

    /** Every reason against a node. */
    public static List<NodeReason> reasons(TaskShape shape, ClusterView view, int node) {
        List<NodeReason> reasons = new ArrayList<>();
        for (Filter filter : ALL) {
            if (filter.judge(shape, view, node) instanceof Verdict.Refused refused) {
                reasons.add(refused.why());
            }
        }
        return reasons;
    }

    /**
     * Passes nodes that the rules about neighbours (pod affinity, anti-affinity and spread, of all pods) leave open.
     */
    private static final class NeighbourFilter implements Filter {
        @Override
        public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
            return shape.hasNeighbours() ? neighbourhood(shape, view).open(candidates) : candidates;
        }

        @Override
        public Verdict judge(TaskShape shape, ClusterView view, int node) {
            return verdicts(shape, view).apply(node);
        }

        @Override
        public IntFunction<Verdict> verdicts(TaskShape shape, ClusterView view) {
            if (!shape.hasNeighbours()) {
                return node -> Verdict.pass();
            }
            Neighbourhood neighbourhood = neighbourhood(shape, view);
            return node -> {
                NodeReason closed = neighbourhood.reason(node);
                return closed == null ? Verdict.pass() : Verdict.refuse(closed);
            };
        }

        @Override
        public boolean isStatic() {
            return false;
        }
    }
}
