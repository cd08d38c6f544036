package dev.basalt.core.score;

import dev.basalt.core.model.Policy;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;

/** All preferences and their weights: the one place where they meet. Higher is better; ties go to the lowest node. */
public final class Scores {
    private final List<Weighted> weighted;

    private record Weighted(Score score, int weight) {}

    public Scores(Policy policy) {
        weighted = List.of(
                new Weighted(new SoftTaint(), 10_000),
                new Weighted(new CpuTaskAvoidsGpus(), 1_000),
                new Weighted(policy.gangFill() ? new FewGpusLeft() : new ManyGpusLeft(), 100),
                new Weighted(policy.sharePack() ? new UsedGpuFirst() : new UnusedGpuFirst(), 100),
                new Weighted(new SmallestGpu(), 10),
                new Weighted(new CpuLeftOver(), 1));
    }

    /** Weighted sum over all preferences; at least 0. */
    public int of(TaskShape shape, ClusterView view, int node) {
        int sum = 0;
        for (Weighted each : weighted) {
            sum += each.weight() * each.score().of(shape, view, node);
        }
        return sum;
    }
}
