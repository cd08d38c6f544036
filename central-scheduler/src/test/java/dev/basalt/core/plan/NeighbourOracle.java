package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.uniform;

import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.Neighbours.Spread;
import dev.basalt.core.model.Neighbours.Term;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A small random cluster with rules about neighbours, and the rules read pod by pod, as Kubernetes states them. */
final class NeighbourOracle {
    private static final List<String> KEYS = List.of("zone", "kubernetes.io/hostname");
    private static final List<String> APPS = List.of("web", "db", "cache");

    private final Random random;
    private final ClusterColumns columns = new ClusterColumns();
    private final List<GangDemand> demands = new ArrayList<>();

    /** A pod on a node, with its rules. */
    private record Pod(String node, Resident resident, Neighbours neighbours) {}

    NeighbourOracle(Random random) {
        this.random = random;
        int nodeCount = 2 + random.nextInt(4);
        for (int node = 0; node < nodeCount; node++) {
            Map<String, String> labels = new TreeMap<>(Map.of("kubernetes.io/hostname", "n" + node));
            if (random.nextInt(5) > 0) {
                labels.put("zone", "z" + random.nextInt(3));
            }
            columns.putNode(PlannerNeighboursTest.node("n" + node, labels));
            for (int pod = random.nextInt(3); pod > 0; pod--) {
                List<Term> apart = random.nextInt(4) == 0 ? List.of(term()) : List.of();
                Resident resident = new Resident("default", PlannerNeighboursTest.labels(app()), apart);
                columns.charge(new Charge(
                        "old-" + node + '-' + pod,
                        "",
                        "",
                        "n" + node,
                        ResourceVector.ZERO,
                        List.of(),
                        List.of(),
                        resident,
                        0));
            }
        }
        int gangs = 1 + random.nextInt(3);
        for (int gang = 0; gang < gangs; gang++) {
            PodTemplate template = PlannerNeighboursTest.template(app(), rules());
            demands.add(demand(uniform("g" + gang, 1 + random.nextInt(3), template), gang));
        }
    }

    ClusterColumns columns() {
        return columns;
    }

    List<GangDemand> demands() {
        return demands;
    }

    /** Rules that the plan breaks for a pod it placed, or through it for one that was there. */
    List<String> brokenRules(Plan plan) {
        List<Pod> pods = present();
        int before = pods.size();
        for (Plan.Outcome outcome : plan.outcomes()) {
            if (outcome instanceof Plan.Placed placed) {
                PodTemplate template = template(placed.gangUid());
                placed.seats().forEach(seat -> pods.add(pod(seat.nodeName(), template)));
            }
        }
        List<String> broken = new ArrayList<>();
        for (int at = before; at < pods.size(); at++) {
            Pod pod = pods.get(at);
            List<Pod> others = new ArrayList<>(pods);
            others.remove(at);
            if (!isAllowed(pod, others)) {
                broken.add(pod + " among " + others);
            }
        }
        return broken;
    }

    /** Whether the one pod of the one gang may go to any node. */
    boolean fitsSomewhere() {
        PodTemplate template = template(demands.getFirst().gang().uid());
        ClusterSnapshot snapshot = columns.snapshot();
        for (int node = 0; node < snapshot.nodeCount(); node++) {
            if (isAllowed(pod(snapshot.nodeName(node), template), present())) {
                return true;
            }
        }
        return false;
    }

    private List<Pod> present() {
        List<Pod> pods = new ArrayList<>();
        ClusterSnapshot snapshot = columns.snapshot();
        for (int node = 0; node < snapshot.nodeCount(); node++) {
            for (Resident resident : snapshot.residents(node)) {
                pods.add(new Pod(snapshot.nodeName(node), resident, Neighbours.NONE));
            }
        }
        return pods;
    }

    private boolean isAllowed(Pod pod, List<Pod> others) {
        for (Pod other : others) {
            boolean tooClose = pod.resident().apart().stream().anyMatch(term -> meets(term, pod, other))
                    || other.resident().apart().stream().anyMatch(term -> meets(term, other, pod));
            if (tooClose) {
                return false;
            }
        }
        return isNearAll(pod, others)
                && pod.neighbours().spread().stream()
                        .allMatch(rule -> othersMayUnbalance(rule, pod) || isEven(rule, pod, others));
    }

    /** Whether a pod's term speaks of another pod in its domain. */
    private boolean meets(Term term, Pod pod, Pod other) {
        String domain = domain(pod.node(), term.topologyKey());
        return domain != null
                && domain.equals(domain(other.node(), term.topologyKey()))
                && term.matches(other.resident());
    }

    private boolean isNearAll(Pod pod, List<Pod> others) {
        List<Term> near = pod.neighbours().near();
        List<Pod> kind = others.stream()
                .filter(other -> near.stream().allMatch(term -> term.matches(other.resident())))
                .filter(other -> near.stream().anyMatch(term -> domain(other.node(), term.topologyKey()) != null))
                .toList();
        boolean isFirst = kind.isEmpty() && near.stream().allMatch(term -> term.matches(pod.resident()));
        for (Term term : near) {
            boolean isThere = kind.stream().anyMatch(other -> meets(term, pod, other));
            if (domain(pod.node(), term.topologyKey()) == null || (!isThere && !isFirst)) {
                return false;
            }
        }
        return true;
    }

    /** A later gang without that rule may make uneven what was even when the pod was placed. */
    private boolean othersMayUnbalance(Spread rule, Pod pod) {
        long matching = demands.stream()
                .filter(demand -> rule.matches(
                        Resident.of("default", template(demand.gang().uid()))))
                .count();
        return matching > (rule.matches(pod.resident()) ? 1 : 0);
    }

    private boolean isEven(Spread rule, Pod pod, List<Pod> others) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        ClusterSnapshot snapshot = columns.snapshot();
        for (int node = 0; node < snapshot.nodeCount(); node++) {
            String domain = domain(snapshot.nodeName(node), rule.topologyKey());
            if (domain != null) {
                counts.putIfAbsent(domain, 0);
            }
        }
        for (Pod other : others) {
            String domain = domain(other.node(), rule.topologyKey());
            if (domain != null && rule.matches(other.resident())) {
                counts.merge(domain, 1, Integer::sum);
            }
        }
        String own = domain(pod.node(), rule.topologyKey());
        if (own == null) {
            return false;
        }
        int fewest = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        int itself = rule.matches(pod.resident()) ? 1 : 0;
        return counts.getOrDefault(own, 0) + itself - fewest <= rule.maxSkew();
    }

    private @Nullable String domain(String node, String topologyKey) {
        ClusterSnapshot snapshot = columns.snapshot();
        return snapshot.facts(snapshot.nodeIndex(node)).spec().labels().get(topologyKey);
    }

    private PodTemplate template(String gangUid) {
        PodTemplate template = demands.stream()
                .map(GangDemand::gang)
                .filter(gang -> gang.uid().equals(gangUid))
                .findFirst()
                .orElseThrow()
                .roles()
                .getFirst()
                .template();
        if (template == null) {
            throw new IllegalStateException("gang " + gangUid + " has no template");
        }
        return template;
    }

    private static Pod pod(String node, PodTemplate template) {
        return new Pod(node, Resident.of("default", template), template.neighbours());
    }

    private Neighbours rules() {
        return switch (random.nextInt(5)) {
            case 0 -> Neighbours.NONE;
            case 1 -> new Neighbours(List.of(term()), List.of(), List.of());
            case 2 -> new Neighbours(List.of(), List.of(term(), term()), List.of());
            case 3 -> new Neighbours(List.of(), List.of(), List.of(spread()));
            default -> new Neighbours(List.of(term()), List.of(term()), List.of(spread()));
        };
    }

    private Spread spread() {
        return new Spread(key(), 1 + random.nextInt(2), 1, "default", PlannerNeighboursTest.app(app()), true, false);
    }

    private Term term() {
        return PlannerNeighboursTest.term(key(), app());
    }

    private String key() {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    private String app() {
        return APPS.get(random.nextInt(APPS.size()));
    }
}
