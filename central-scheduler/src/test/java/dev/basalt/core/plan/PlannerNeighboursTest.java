package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.Neighbours.Selector;
import dev.basalt.core.model.Neighbours.Spread;
import dev.basalt.core.model.Neighbours.Term;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlannerNeighboursTest {
    private static final String ZONE = "zone";
    private static final String HOST = "kubernetes.io/hostname";

    private final ClusterColumns columns = new ClusterColumns();

    @Test
    void putsPodsThatKeepApartOnNodesOfTheirOwn() {
        nodes("a:z1", "b:z1", "c:z2");

        Plan plan = plan(demand(uniform("g", 3, template("web", apart(HOST, "web"))), 1));

        assertThat(places(plan, "g")).containsExactlyInAnyOrder("worker-0@a", "worker-1@b", "worker-2@c");
    }

    @Test
    void takesANodeThatNobodyLabelledForItsOwnHost() {
        columns.putNode(node("a", Map.of()));
        columns.putNode(node("b", Map.of()));

        Plan plan = plan(demand(gang("g", 1, role("worker", 1, 3, template("web", apart(HOST, "web")))), 1));

        assertThat(places(plan, "g")).containsExactlyInAnyOrder("worker-0@a", "worker-1@b");
    }

    @Test
    void startsNothingOfAGangThatKeepsApartAndHasTooFewDomains() {
        nodes("a:z1", "b:z1", "c:z2");

        Plan plan = plan(demand(uniform("g", 3, template("web", apart(ZONE, "web"))), 1));

        assertThat(outcome(plan, "g"))
                .isInstanceOfSatisfying(
                        Plan.Waits.class,
                        waits -> assertThat(waits.refusals())
                                .first()
                                .isInstanceOfSatisfying(
                                        Refusal.TooFewSeats.class,
                                        seats -> assertThat(seats.fitting()).isEqualTo(2)));
    }

    @Test
    void keepsANewPodAwayFromOneThatWantsItApart() {
        nodes("a:z1", "b:z2");
        charge("old", "a", new Resident("default", labels("db"), List.of(term(ZONE, "web"))));

        Plan plan = plan(demand(uniform("g", 1, template("web", Neighbours.NONE)), 1));

        assertThat(places(plan, "g")).containsExactly("worker-0@b");
    }

    @Test
    void gathersPodsThatWantToBeNearEachOtherInTheTightestDomainThatTakesAll() {
        nodes("a:z1", "b:z2", "c:z2", "d:z3", "e:z3", "f:z3");

        Plan plan = plan(demand(uniform("g", 8, template("web", near(ZONE, "web"))), 1));

        assertThat(places(plan, "g")).hasSize(8).allMatch(place -> place.endsWith("@b") || place.endsWith("@c"));
    }

    @Test
    void waitsForAPodItMustBeNearAndSaysSo() {
        nodes("a:z1", "b:z2");

        Plan plan = plan(demand(uniform("g", 1, template("web", near(ZONE, "db"))), 1));

        assertThat(outcome(plan, "g"))
                .isEqualTo(new Plan.Waits(
                        "g",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 1),
                                new Refusal.NodesRefused("worker", 2, new NodeReason.NeighbourMissing(ZONE)))));
    }

    @Test
    void goesWhereThePodIsThatItMustBeNear() {
        nodes("a:z1", "b:z2");
        charge("old", "b", new Resident("default", labels("db"), List.of()));

        Plan plan = plan(demand(uniform("g", 2, template("web", near(ZONE, "db"))), 1));

        assertThat(places(plan, "g")).containsExactly("worker-0@b", "worker-1@b");
    }

    @Test
    void doesNotCountPodsOfAnotherNamespace() {
        nodes("a:z1");
        charge("old", "a", new Resident("elsewhere", labels("db"), List.of()));

        Plan plan = plan(demand(uniform("g", 1, template("web", near(ZONE, "db"))), 1));

        assertThat(outcome(plan, "g")).isInstanceOf(Plan.Waits.class);
    }

    @Test
    void spreadsPodsOverDomains() {
        nodes("a:z1", "b:z1", "c:z2", "d:z3");

        Plan plan = plan(demand(uniform("g", 6, template("web", spread(ZONE, "web", 1))), 1));

        assertThat(zones(plan)).containsExactlyInAnyOrderEntriesOf(Map.of("z1", 2, "z2", 2, "z3", 2));
    }

    @Test
    void stopsWhereSpreadingFurtherWouldBeUneven() {
        nodes("a:z1", "b:z2");
        charge("full", "b", new Resident("default", labels("other"), List.of()), cpu(4));

        Plan plan = plan(demand(gang("g", 1, role("worker", 1, 3, template("web", spread(ZONE, "web", 1)))), 1));

        assertThat(places(plan, "g")).containsExactly("worker-0@a");
        assertThat(((Plan.Placed) outcome(plan, "g")).stillWaiting())
                .contains(new Refusal.NodesRefused("worker", 1, new NodeReason.SpreadTooUneven(ZONE, 2, 1)));
    }

    @Test
    void breaksNoRuleInRandomClustersAndFindsANodeWhereverThereIsOne() {
        int placed = 0;
        int refused = 0;
        for (int seed = 0; seed < 600; seed++) {
            NeighbourOracle world = new NeighbourOracle(new Random(seed));
            Plan plan = new Planner(Policy.DEFAULT).plan(world.columns().snapshot(), world.demands());
            PlanCheck.verify(world.columns().snapshot(), world.demands(), plan);

            assertThat(world.brokenRules(plan)).as("seed %d", seed).isEmpty();
            boolean single = world.demands().size() == 1
                    && world.demands().getFirst().wanted().size() == 1;
            boolean seated = plan.outcomes().stream().anyMatch(outcome -> outcome instanceof Plan.Placed);
            if (single) {
                assertThat(seated).as("seed %d", seed).isEqualTo(world.fitsSomewhere());
            }
            placed += seated ? 1 : 0;
            refused += seated ? 0 : 1;
        }
        assertThat(placed).isGreaterThan(200);
        assertThat(refused).isGreaterThan(30);
    }

    private Map<String, Integer> zones(Plan plan) {
        Map<String, Integer> zones = new TreeMap<>();
        for (String place : places(plan, "g")) {
            int node = columns.snapshot().nodeIndex(place.substring(place.indexOf('@') + 1));
            zones.merge(columns.snapshot().facts(node).spec().labels().get(ZONE), 1, Integer::sum);
        }
        return zones;
    }

    private Plan plan(GangDemand... demands) {
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), List.of(demands));
        PlanCheck.verify(columns.snapshot(), List.of(demands), plan);
        return plan;
    }

    /** Nodes of 4 cores, as {@code name:zone}. */
    private void nodes(String... namesAndZones) {
        for (String nameAndZone : namesAndZones) {
            String name = nameAndZone.substring(0, nameAndZone.indexOf(':'));
            columns.putNode(node(name, Map.of(ZONE, nameAndZone.substring(nameAndZone.indexOf(':') + 1), HOST, name)));
        }
    }

    static NodeFacts node(String name, Map<String, String> labels) {
        NodeSpec spec = new NodeSpec(
                name, "uid-" + name, new TreeMap<>(labels), List.of(), cpu(4), true, NodeSpec.Admission.OPEN);
        return new NodeFacts(spec, List.of(), LinkMatrix.unconnected(0), true, false);
    }

    private void charge(String uid, String node, Resident resident) {
        charge(uid, node, resident, ResourceVector.ZERO);
    }

    private void charge(String uid, String node, Resident resident, ResourceVector requests) {
        columns.charge(new Charge(uid, "", "", node, requests, new ArrayList<>(), List.of(), resident, 0));
    }

    /** A pod of one core with the label {@code app}. */
    static PodTemplate template(String app, Neighbours neighbours) {
        return new PodTemplate(
                pod(cpu(1)).containers(), new TreeMap<>(), List.of(), List.of(), List.of(), 0, labels(app), neighbours);
    }

    static Labels labels(String app) {
        return Labels.of(Map.of("app", app));
    }

    static Selector app(String app) {
        return new Selector(List.of(new Requirement("app", Operator.IN, List.of(app))));
    }

    static Term term(String topologyKey, String app) {
        return new Term(topologyKey, List.of("default"), app(app));
    }

    private static Neighbours near(String topologyKey, String app) {
        return new Neighbours(List.of(term(topologyKey, app)), List.of(), List.of());
    }

    private static Neighbours apart(String topologyKey, String app) {
        return new Neighbours(List.of(), List.of(term(topologyKey, app)), List.of());
    }

    private static Neighbours spread(String topologyKey, String app, int maxSkew) {
        Spread rule = new Spread(topologyKey, maxSkew, 1, "default", app(app), true, false);
        return new Neighbours(List.of(), List.of(), List.of(rule));
    }
}
