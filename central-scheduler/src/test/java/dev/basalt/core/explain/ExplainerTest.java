package dev.basalt.core.explain;

import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.cpuNode;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.explain.Explanation.Holder;
import dev.basalt.core.explain.Explanation.Members;
import dev.basalt.core.explain.Explanation.NearestFit;
import dev.basalt.core.explain.Explanation.QueueStanding;
import dev.basalt.core.explain.Explanation.Verdict;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.reason.WakeOn;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private final Explainer explainer = new Explainer(Policy.DEFAULT, (pod, gang) -> "named-" + pod);

    @Test
    void tellsWhoHoldsTheRoomAndWhenItEnds() {
        ClusterColumns columns = cluster(gpuNode("a", 4), gpuNode("b", 2));
        columns.charge(new Charge(
                "old",
                "g0",
                "team",
                "a",
                ResourceVector.ZERO,
                List.of(whole("a-gpu0"), whole("a-gpu1")),
                List.of(),
                Resident.NONE,
                5_000));
        List<GangDemand> demands =
                List.of(demand(uniform("x", 1, gpuPod(4)), 1), demand(uniform("y", 1, gpuPod(4)), 2));

        Explanation explanation = explainer.explain(columns.snapshot(), demands, "y");

        assertEquals(
                new Explanation(
                        "y",
                        Verdict.WAITS,
                        new QueueStanding(Queue.DEFAULT, 2, 2, 2, List.of()),
                        new Members(1, 1, 1, 0),
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 1),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.TooFewFreeGpus(4, 2)),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.TooFewGpus(4, 2))),
                        new NearestFit("worker", "a", List.of(new NodeReason.TooFewFreeGpus(4, 2))),
                        List.of(new WakeOn.RoomFreed(), new WakeOn.NodesChanged()),
                        List.of(new Holder("named-old", "old", "g0", "team", "a", 2_000)),
                        5_000),
                explanation);
        assertEquals(
                List.of(
                        "waits, number 2 of 2 in queue default",
                        "needs 1 slot, 0 fit",
                        "1 node for a worker: needs 4 free GPUs, has 2",
                        "1 node for a worker: needs 4 GPUs, has only 2",
                        "nearest fit: node a for a worker: needs 4 free GPUs, has 2",
                        "1 pod on that node, the largest is named-old of queue team",
                        "tried again when running pods end, or when nodes join, recover or change"),
                ExplanationText.lines(explanation));
    }

    @Test
    void saysThatAGangCanNeverFitAndWhatMayHelp() {
        ClusterColumns columns = new ClusterColumns();
        for (int index = 0; index < 10; index++) {
            columns.putNode(cpuNode("node-" + index, 6));
        }

        Explanation explanation =
                explainer.explain(columns.snapshot(), List.of(demand(uniform("j", 12, pod(cpu(4))), 1)), "j");

        assertEquals(
                List.of(
                        "can never start as it is, number 1 of 1 in queue default",
                        "needs 12 slots, 10 fit; on idle nodes 10 would",
                        "nearest fit: node node-0 for a worker: needs 4 CPUs, has 2 CPUs free",
                        "tried again when nodes join, recover or change, or when its own request changes",
                        "Maybe lower minAvailable to 10, or add nodes."),
                ExplanationText.lines(explanation));
    }

    @Test
    void saysOfAQueueWithoutAnyThatItHasNone() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(new Queue(
                "q",
                Queue.ROOT,
                1,
                0,
                Capability.of(ResourceVector.GPU_MILLI, 0),
                ResourceVector.ZERO,
                ResourceVector.ZERO,
                true,
                true));
        var gang = gang("g", "q", 1, ResourceVector.ZERO, role("worker", 1, 1, gpuPod(1)));

        assertEquals(
                List.of(
                        "can never start as it is, number 1 of 1 in queue q",
                        "queue q would go over its capability: needs 1 GPU more, uses 0 GPUs of 0 GPUs",
                        "queue q uses 0 GPUs of 0 GPUs",
                        "tried again when queue q changes, or when its own request changes",
                        "Maybe raise the capability of queue q, which has none, or name another queue."),
                ExplanationText.lines(explainer.explain(columns.snapshot(), List.of(demand(gang, 1)), "g")));
    }

    @Test
    void tellsQuota() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(new Queue(
                "q",
                Queue.ROOT,
                1,
                0,
                Capability.of(ResourceVector.GPU_MILLI, 2_500),
                ResourceVector.ZERO,
                ResourceVector.ZERO,
                true,
                true));
        var gang = gang("g", "q", 1, ResourceVector.ZERO, role("worker", 1, 1, gpuPod(3)));

        assertEquals(
                List.of(
                        "can never start as it is, number 1 of 1 in queue q",
                        "queue q would go over its capability: needs 3 GPUs more, uses 0 GPUs of 2.5 GPUs",
                        "queue q uses 0 GPUs of 2.5 GPUs",
                        "tried again when queue q changes, or when its own request changes",
                        "Maybe raise the capability of queue q, or ask for at most 2.5 GPUs."),
                ExplanationText.lines(explainer.explain(columns.snapshot(), List.of(demand(gang, 1)), "g")));
    }

    @Test
    void givesNoAdviceOnNodesThatCanNeverFitWhileOthersOnlyLackRoom() {
        ClusterColumns columns = cluster(inZone("a", "east"), gpuNode("b", 1));
        columns.charge(new Charge("old", "", "", "a", ResourceVector.ZERO, List.of(whole("a-gpu0"))));
        PodTemplate template = gpuPod(1);
        PodTemplate inEast = new PodTemplate(
                template.containers(),
                new TreeMap<>(Map.of("zone", "east")),
                List.of(),
                List.of(),
                List.of(),
                template.graceMillis());

        List<String> waits = lines(columns, inEast);
        columns.removeNode("a");
        List<String> never = lines(columns, inEast);

        assertEquals(
                List.of(),
                waits.stream().filter(line -> line.startsWith("Maybe")).toList());
        assertTrue(never.contains("Maybe label a node zone=east."), never.toString());
    }

    private static NodeFacts inZone(String name, String zone) {
        NodeFacts facts = gpuNode(name, 1);
        NodeSpec spec = new NodeSpec(
                name,
                facts.spec().uid(),
                new TreeMap<>(Map.of("zone", zone)),
                List.of(),
                facts.spec().allocatable(),
                true,
                NodeSpec.Admission.OPEN);
        return new NodeFacts(spec, facts.devices(), facts.links(), true, false);
    }

    private List<String> lines(ClusterColumns columns, PodTemplate template) {
        return ExplanationText.lines(
                explainer.explain(columns.snapshot(), List.of(demand(uniform("g", 1, template), 1)), "g"));
    }

    @Test
    void agreesWithThePlanner() {
        ClusterColumns columns = cluster(gpuNode("a", 4), gpuNode("b", 2));
        List<GangDemand> demands =
                List.of(demand(uniform("x", 3, gpuPod(2)), 1), demand(uniform("y", 2, gpuPod(4)), 2));
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), List.of(demands.getLast()));

        Explanation starts = explainer.explain(columns.snapshot(), demands, "x");
        Explanation waits = explainer.explain(columns.snapshot(), demands, "y");

        assertEquals(Verdict.STARTS, starts.verdict());
        assertEquals(List.of(new WakeOn.NextPass()), starts.wakes());
        assertEquals(plan.outcomes(), List.of(new Plan.Waits("y", waits.refusals())));
    }

    @Test
    void saysThatNobodyAskedForAnUnknownGang() {
        Explanation explanation = explainer.explain(cluster().snapshot(), List.of(), "nobody");

        assertEquals(List.of("wants nothing"), ExplanationText.lines(explanation));
    }

    private static DeviceCharge whole(String uuid) {
        return new DeviceCharge("c", uuid, 40_000, 1000, true);
    }
}
