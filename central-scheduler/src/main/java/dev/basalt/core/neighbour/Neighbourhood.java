package dev.basalt.core.neighbour;

import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the rules about neighbours open to one shape now: its own, and those of pods that are there and keep it
 * away. Pods are counted once; afterwards only nodes that the view changed are counted again.
 */
public final class Neighbourhood {
    private final TaskShape shape;
    private final ClusterView view;
    private final List<Domains> near = new ArrayList<>();
    private final List<Domains> apart = new ArrayList<>();
    private final List<Domains> spread = new ArrayList<>();
    /** Pods that keep the shape away, by the topology key of their rule. */
    private final TreeMap<String, Domains> keptAwayBy = new TreeMap<>();

    private int seen;

    /** Nodes that rules about the nodes themselves leave open to the shape; asked at most once each. */
    public interface NodeRules {
        /** Nodes that node selector and node affinity leave open. */
        NodeSet selected();

        /** Nodes of which the shape tolerates every taint. */
        NodeSet tolerated();
    }

    /** @param nodes asked for spread rules that honour them */
    public Neighbourhood(TaskShape shape, ClusterView view, NodeRules nodes) {
        this.shape = shape;
        this.view = view;
        Neighbours rules = shape.neighbours();
        NodeSet all = view.allNodes();
        for (Neighbours.Term term : rules.near()) {
            near.add(new Domains(view, term.topologyKey(), all, this::isNear));
        }
        for (Neighbours.Term term : rules.apart()) {
            apart.add(new Domains(view, term.topologyKey(), all, pod -> term.matches(pod) ? 1 : 0));
        }
        for (Neighbours.Spread rule : rules.spread()) {
            spread.add(new Domains(view, rule.topologyKey(), eligible(rule, nodes), pod -> rule.matches(pod) ? 1 : 0));
        }
        seen = view.changeCount();
        for (int node = 0; node < view.nodeCount(); node++) {
            recount(node);
        }
    }

    /** Why the node is closed to the shape; null when it is open. */
    public @Nullable NodeReason reason(int node) {
        catchUp();
        if (!near.isEmpty() && !startsANewKind()) {
            for (Domains domains : near) {
                if (domains.count(node) == 0) {
                    return new NodeReason.NeighbourMissing(domains.topologyKey());
                }
            }
        }
        for (Domains domains : near) {
            if (!domains.hasNode(node)) {
                return new NodeReason.NeighbourMissing(domains.topologyKey());
            }
        }
        for (Domains domains : apart) {
            if (domains.count(node) > 0) {
                return new NodeReason.NeighbourTooClose(domains.topologyKey());
            }
        }
        for (Domains domains : keptAwayBy.values()) {
            if (domains.count(node) > 0) {
                return new NodeReason.NeighbourTooClose(domains.topologyKey());
            }
        }
        return unevenness(node);
    }

    /** Nodes that are open now. */
    public NodeSet open(NodeSet candidates) {
        NodeSet.Builder open = new NodeSet.Builder(view.nodeCount());
        for (int node = candidates.next(0); node >= 0; node = candidates.next(node + 1)) {
            if (reason(node) == null) {
                open.add(node);
            }
        }
        return open.build();
    }

    /**
     * The domains of which one will hold all pods of the shape, once its first is seated; empty when it is bound to
     * none, or when where it must go is settled already.
     */
    public List<NodeSet> domainsToChooseFrom() {
        catchUp();
        return startsANewKind() ? near.getFirst().nodes() : List.of();
    }

    /** The first of pods that want to be near each other may go anywhere. */
    private boolean startsANewKind() {
        return !near.isEmpty()
                && near.stream().allMatch(domains -> domains.total() == 0)
                && isNear(shape.resident()) == 1;
    }

    /** One pod must match all terms together, as Kubernetes has it. */
    private int isNear(Resident pod) {
        return shape.neighbours().near().stream().allMatch(term -> term.matches(pod)) ? 1 : 0;
    }

    private @Nullable NodeReason unevenness(int node) {
        for (int at = 0; at < spread.size(); at++) {
            Domains domains = spread.get(at);
            Neighbours.Spread rule = shape.neighbours().spread().get(at);
            if (!domains.hasNode(node)) {
                return new NodeReason.NeighbourMissing(rule.topologyKey());
            }
            int itself = rule.matches(shape.resident()) ? 1 : 0;
            long fewest = domains.domainCount() < rule.minDomains() ? 0 : domains.fewest();
            long skew = domains.count(node) + itself - fewest;
            if (skew > rule.maxSkew()) {
                return new NodeReason.SpreadTooUneven(
                        rule.topologyKey(), (int) Math.min(skew, Integer.MAX_VALUE), rule.maxSkew());
            }
        }
        return null;
    }

    /** Nodes that count for a spread rule: with labels for all of them, and open to the pod where the rule says so. */
    private NodeSet eligible(Neighbours.Spread rule, NodeRules rules) {
        NodeSet nodes = view.allNodes();
        if (rule.honoursAffinity()) {
            nodes = nodes.and(rules.selected());
        }
        if (rule.honoursTaints()) {
            nodes = nodes.and(rules.tolerated());
        }
        NodeSet.Builder labelled = new NodeSet.Builder(view.nodeCount());
        for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
            NodeSpec spec = view.facts(node).spec();
            if (shape.neighbours().spread().stream().allMatch(each -> spec.label(each.topologyKey()) != null)) {
                labelled.add(node);
            }
        }
        return labelled.build();
    }

    private void catchUp() {
        for (int now = view.changeCount(); seen < now; seen++) {
            recount(view.changedNode(seen));
        }
    }

    private void recount(int node) {
        List<Resident> residents = view.residents(node);
        near.forEach(domains -> domains.recount(node, residents));
        apart.forEach(domains -> domains.recount(node, residents));
        spread.forEach(domains -> domains.recount(node, residents));
        for (Resident resident : residents) {
            for (Neighbours.Term term : resident.apart()) {
                if (!keptAwayBy.containsKey(term.topologyKey()) && term.matches(shape.resident())) {
                    keptAwayBy.put(
                            term.topologyKey(),
                            new Domains(view, term.topologyKey(), view.allNodes(), keepers(term.topologyKey())));
                }
            }
        }
        keptAwayBy.values().forEach(domains -> domains.recount(node, residents));
    }

    /** Counts rules of a pod that keep the shape out of its domain. */
    private ToIntFunction<Resident> keepers(String topologyKey) {
        return pod -> (int) pod.apart().stream()
                .filter(term -> term.topologyKey().equals(topologyKey) && term.matches(shape.resident()))
                .count();
    }
}
