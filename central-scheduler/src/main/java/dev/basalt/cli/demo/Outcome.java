package dev.basalt.cli.demo;

import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import java.util.List;
import java.util.Map;

/**
 * What the story came to.
 *
 * @param checks every claim, in order
 * @param first jobs while the rivals stood against each other
 * @param last jobs after the first rival had ended
 * @param nodes machines, while the rivals stood against each other
 * @param gpus their GPUs, then
 * @param explanations why jobs waited, by job name
 */
record Outcome(
        List<Check> checks,
        List<Job> first,
        List<Job> last,
        List<Node> nodes,
        List<Gpu> gpus,
        Map<String, String> explanations) {
    Outcome {
        checks = List.copyOf(checks);
        first = List.copyOf(first);
        last = List.copyOf(last);
        nodes = List.copyOf(nodes);
        gpus = List.copyOf(gpus);
        explanations = Map.copyOf(explanations);
    }

    boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }
}
