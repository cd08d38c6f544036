package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.cpuNode;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.gpus;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.LinkMatrix.Kind;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where members of a gang lie: few nodes, linked GPUs, one domain. */
class PlannerTopologyTest {
    private static final PodTemplate WHOLE_NODE = pod(cpu(2));

    @Test
    void usesTheFewestNodes() {
        ClusterColumns columns = cluster(gpuNode("a", 2), gpuNode("b", 8), gpuNode("c", 4), gpuNode("d", 4));

        Plan plan = plan(columns, uniform("j", 6, gpuPod(2)));

        assertEquals(
                List.of("worker-0@b", "worker-1@b", "worker-2@b", "worker-3@b", "worker-4@c", "worker-5@c"),
                places(plan, "j"));
    }

    @Test
    void takesTheNodeThatFitsMostTightly() {
        ClusterColumns columns = cluster(gpuNode("a", 8), gpuNode("b", 4), gpuNode("c", 6));

        assertEquals(List.of("worker-0@b", "worker-1@b"), places(plan(columns, uniform("j", 2, gpuPod(2))), "j"));
    }

    @Test
    void spreadsMembersWhenThePolicySaysSo() {
        Policy policy = Policy.DEFAULT;
        Policy spread =
                new Policy(policy.nodeSilentMillis(), policy.acceptMillis(), policy.completeGangMillis(), false, true);
        ClusterColumns columns = cluster(gpuNode("a", 4), gpuNode("b", 4));

        Plan plan = new Planner(spread).plan(columns.snapshot(), List.of(demand(uniform("j", 2, gpuPod(1)), 1)));

        assertEquals(List.of("worker-0@a", "worker-1@b"), places(plan, "j"));
    }

    @Test
    void givesNeighboursOfAGangLinkedCards() {
        LinkMatrix bridges =
                LinkMatrix.unconnected(4).with(0, 2, Kind.NVLINK, 4).with(1, 3, Kind.NVLINK, 4);
        ClusterColumns columns = cluster(linkedNode("a", bridges));

        Plan plan = plan(columns, uniform("j", 2, gpuPod(1)));

        assertEquals(List.of("a-gpu0", "a-gpu2"), devices(plan));
    }

    @Test
    void placesNothingWhenTheRequiredDomainIsTooSmall() {
        ClusterColumns columns = cluster(cpuNode("a", 2), cpuNode("b", 2), cpuNode("c", 2));
        columns.putDomains(List.of(
                domain("leaf", 1, "h1", "", "a"), domain("leaf", 1, "h2", "", "b"), domain("leaf", 1, "h3", "", "c")));

        Plan plan = plan(columns, gathered("j", 2, "leaf", true));

        assertEquals(
                new Plan.Waits("j", List.of(new Refusal.NoDomainFits("worker", "leaf", 2, 3, "h1", 1, 1))),
                outcome(plan, "j"));
    }

    @Test
    void fallsBackToTheNextWiderDomainWhenOneIsOnlyPreferred() {
        ClusterColumns columns = cluster(
                cpuNode("n1", 2),
                cpuNode("n2", 2),
                cpuNode("n3", 2),
                cpuNode("n4", 2),
                cpuNode("n5", 2),
                cpuNode("n6", 2));
        columns.putDomains(List.of(
                domain("leaf", 1, "s0", "s3", "n3", "n4"),
                domain("leaf", 1, "s1", "s3", "n5", "n6"),
                domain("leaf", 1, "s2", "", "n1", "n2"),
                domain("spine", 2, "s3", "")));

        Plan plan = plan(columns, gathered("j", 4, "leaf", false));

        assertEquals(List.of("worker-0@n3", "worker-1@n4", "worker-2@n5", "worker-3@n6"), places(plan, "j"));
    }

    @Test
    void choosesTheDomainWithTheLeastRoomToSpare() {
        ClusterColumns columns =
                cluster(cpuNode("n1", 2), cpuNode("n2", 2), cpuNode("n3", 2), cpuNode("n4", 2), cpuNode("n5", 2));
        columns.putDomains(
                List.of(domain("leaf", 1, "large", "", "n1", "n2", "n3"), domain("leaf", 1, "small", "", "n4", "n5")));

        assertEquals(List.of("worker-0@n4", "worker-1@n5"), places(plan(columns, gathered("j", 2, "leaf", true)), "j"));
    }

    @Test
    void replacesALostMemberInTheDomainOfTheOthersOrNotAtAll() {
        ClusterColumns columns = cluster(cpuNode("n1", 2), cpuNode("n2", 2), cpuNode("n3", 2), cpuNode("n4", 2));
        columns.putDomains(List.of(domain("leaf", 1, "h1", "", "n1", "n2"), domain("leaf", 1, "h2", "", "n3", "n4")));
        Gang gang = gathered("j", 2, "leaf", true);
        GangDemand repair = new GangDemand(
                gang,
                0,
                1,
                true,
                List.of(new GangDemand.Wanted(new TaskId("j", "worker", 1), "p1")),
                List.of(new GangDemand.Placed(new TaskId("j", "worker", 0), "p0", "n2")),
                List.of());

        Plan free = plan(columns, repair);
        columns.removeNode("n1");
        columns.putNode(cpuNode("n2", 1));
        Plan full = plan(columns, repair);

        assertEquals(List.of("worker-1@n2"), places(free, "j"));
        assertEquals(
                new Plan.Waits(
                        "j",
                        List.of(
                                new Refusal.NoDomainFits("worker", "leaf", 1, 1, "", 0, 0),
                                new Refusal.NodesRefused(
                                        "worker", 1, new NodeReason.ResourceTooSmall("cpu", 2_000, 1_000)))),
                outcome(full, "j"));
    }

    @Test
    void movesAnEarlierGroupToAnotherDomainWhenALaterOneFindsNone() {
        ClusterColumns columns = cluster(gpuNode("n1", 2), gpuNode("n2", 2), gpuNode("n3", 2));
        columns.putDomains(List.of(domain("leaf", 1, "pair", "", "n1", "n2"), domain("leaf", 1, "single", "", "n3")));
        MemberGroup first = new MemberGroup("x", 2, 2, 2, new Topology("leaf", true), gpuPod(2), List.of());
        MemberGroup second = new MemberGroup("y", 1, 1, 1, new Topology("node", true), gpuPod(2), List.of());

        Plan plan = plan(columns, gang("j", 3, first, second));

        assertEquals(List.of("x-0@n1", "x-1@n2", "y-0@n3"), places(plan, "j"));
    }

    @Test
    void seatsMoreGroupsThanItWouldMove() {
        ClusterColumns columns = new ClusterColumns();
        List<MemberGroup> groups = new ArrayList<>();
        for (int index = 0; index < 400; index++) {
            columns.putNode(gpuNode("n" + (1_000 + index), 1));
            Topology oneNode = new Topology("node", true);
            groups.add(new MemberGroup("g" + index, 1, 1, 1, oneNode, gpuPod(1), List.of()));
        }

        Plan plan = plan(columns, gang("j", 400, groups.toArray(new MemberGroup[0])));

        assertEquals(400, places(plan, "j").stream().distinct().count());
    }

    @Test
    void keepsAGroupOfOneNodeOnOneNode() {
        ClusterColumns columns = cluster(gpuNode("a", 3), gpuNode("b", 4));

        Plan fits = plan(columns, onOneNode(4));
        Plan tooMany = plan(columns, onOneNode(5));

        assertEquals(List.of("worker-0@b", "worker-1@b", "worker-2@b", "worker-3@b"), places(fits, "j"));
        assertEquals(
                new Plan.Waits("j", List.of(new Refusal.NoDomainFits("worker", "node", 5, 2, "b", 4, 4))),
                outcome(tooMany, "j"));
    }

    @Test
    void laysConsecutiveRanksIntoTheSameRack() {
        ClusterColumns columns = cluster(cpuNode("n1", 2), cpuNode("n2", 2), cpuNode("n3", 2), cpuNode("n4", 2));
        columns.putDomains(List.of(domain("rack", 1, "r1", "", "n1", "n3"), domain("rack", 1, "r2", "", "n2", "n4")));

        assertEquals(
                List.of("worker-0@n1", "worker-1@n3", "worker-2@n2", "worker-3@n4"),
                places(plan(columns, uniform("j", 4, WHOLE_NODE)), "j"));
    }

    private static Gang gathered(String uid, int count, String level, boolean required) {
        Topology topology = new Topology(level, required);
        return gang(uid, count, new MemberGroup("worker", count, count, count, topology, WHOLE_NODE, List.of()));
    }

    private static Gang onOneNode(int count) {
        Topology topology = new Topology("node", true);
        return gang("j", count, new MemberGroup("worker", count, count, count, topology, gpuPod(1), List.of()));
    }

    private static Domain domain(String level, int tier, String name, String parent, String... nodes) {
        return new Domain("network", level, tier, name, parent, List.of(nodes));
    }

    private static NodeFacts linkedNode(String name, LinkMatrix links) {
        NodeSpec spec = new NodeSpec(
                name, name, new TreeMap<>(), List.of(), ResourceVector.ZERO, true, NodeSpec.Admission.OPEN);
        return new NodeFacts(spec, gpus(name, links.size()), links, true, false);
    }

    private static List<String> devices(Plan plan) {
        return plan.outcomes().stream()
                .filter(outcome -> outcome instanceof Plan.Placed)
                .flatMap(outcome -> ((Plan.Placed) outcome).seats().stream())
                .flatMap(seat -> seat.devices().stream())
                .map(Plan.DeviceSeat::deviceUuid)
                .toList();
    }

    private static Plan plan(ClusterColumns columns, Gang gang) {
        return plan(columns, demand(gang, 1));
    }

    private static Plan plan(ClusterColumns columns, GangDemand demand) {
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), List.of(demand));
        PlanCheck.verify(columns.snapshot(), List.of(demand), plan);
        return plan;
    }
}
