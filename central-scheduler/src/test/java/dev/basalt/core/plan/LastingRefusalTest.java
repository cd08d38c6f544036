package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.apply;
import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.cpuNode;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpu;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.sharePod;
import static dev.basalt.core.Clusters.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gang that sleeps through freed room must be one that no freed room helps, in whatever way it could be placed. */
class LastingRefusalTest {
    private final ClusterColumns columns = cluster(cpuNode("a", 8));

    @Test
    void sleepsWhenItsMembersAreLargerThanAnyNode() {
        assertThat(sleeps(demand(uniform("g", 1, pod(cpu(9))), 2))).isTrue();
    }

    @Test
    void wakesForAFurtherMemberOfALaterRoleWhenTheFirstIsComplete() {
        fill();
        Gang job = gang("g", 1, role("first", 1, 1, pod(cpu(1))), role("later", 0, 1, pod(cpu(1))));
        List<GangDemand.Placed> placed =
                List.of(new GangDemand.Placed(new TaskId("g", "first", 0), "g/first-0", "elsewhere"));
        List<GangDemand.Wanted> wanted = List.of(new GangDemand.Wanted(new TaskId("g", "later", 0), "g/later-0"));

        assertThat(sleeps(new GangDemand(job, 0, 2, false, wanted, placed, List.of())))
                .isFalse();
    }

    @Test
    void wakesWhenAnyRoleMayFillTheGangsMinimum() {
        fill();
        Gang job = gang("g", 2, role("huge", 0, 2, pod(cpu(9))), role("small", 0, 2, pod(cpu(1))));

        assertThat(sleeps(demand(job, 2))).isFalse();
    }

    @Test
    void sleepsWhenARoleThatItNeedsFitsNowhere() {
        fill();
        Gang job = gang("g", 2, role("huge", 1, 1, pod(cpu(9))), role("small", 0, 8, pod(cpu(1))));

        assertThat(sleeps(demand(job, 2))).isTrue();
    }

    @Test
    void wakesWhenOneOfItsGroupsIsEnoughAndOnlyTheOtherCanNeverFit() {
        fill();
        MemberGroup huge = role("huge", 1, 1, pod(cpu(9)));
        MemberGroup small = role("small", 1, 1, pod(cpu(1)));
        Gang job = gang("g", 1, new MemberGroup("either", 1, 2, 2, null, null, List.of(huge, small)));

        assertThat(sleeps(demand(job, 2))).isFalse();
    }

    @Test
    void startsWithOneOfItsGroupsWhenThatIsEnough() {
        MemberGroup huge = role("huge", 1, 1, pod(cpu(9)));
        MemberGroup small = role("small", 1, 1, pod(cpu(1)));
        Gang job = gang("g", 1, new MemberGroup("either", 1, 2, 2, null, null, List.of(huge, small)));

        assertThat(outcome(plan(List.of(demand(job, 1))), "g")).isInstanceOf(Plan.Placed.class);
    }

    @Test
    void wakesWhenItsShareWouldCostTheQueueLessOnALargerDevice() {
        columns.putNode(node("small", ResourceVector.ZERO, List.of(gpu("s", "A10", 16_000))));
        columns.putNode(node("large", ResourceVector.ZERO, List.of(gpu("l", "A100", 80_000))));
        Capability quarter = Capability.of(ResourceVector.GPU_MILLI, 250);
        columns.putQueue(
                new Queue("q", Queue.ROOT, 1, 0, quarter, ResourceVector.ZERO, ResourceVector.ZERO, true, true));
        List<GangDemand> before = List.of(demand(uniform("other", 1, sharePod(70_000, 0)), 1));
        apply(columns, plan(before), before);
        Gang share = gang("g", "q", 1, ResourceVector.ZERO, role("worker", 1, 1, sharePod(16_000, 0)));

        Plan.Outcome outcome = outcome(plan(List.of(demand(share, 2))), "g");

        assertThat(outcome)
                .isEqualTo(new Plan.Waits(
                        "g", List.of(new Refusal.QueueFull("q", ResourceVector.GPU_MILLI, 1000, 0, 250, 1))));
        assertThat(Refusal.lasting(((Plan.Waits) outcome).refusals())).isFalse();
    }

    /** Another job takes all of the node's CPU. */
    private void fill() {
        List<GangDemand> before = List.of(demand(uniform("other", 1, pod(cpu(8))), 1));
        apply(columns, plan(before), before);
    }

    private boolean sleeps(GangDemand demand) {
        Plan.Outcome outcome = outcome(plan(List.of(demand)), "g");
        return outcome instanceof Plan.Waits waits && Refusal.lasting(waits.refusals());
    }

    private Plan plan(List<GangDemand> demands) {
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), demands);
        PlanCheck.verify(columns.snapshot(), demands, plan);
        return plan;
    }
}
