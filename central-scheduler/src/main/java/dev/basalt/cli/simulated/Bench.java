package dev.basalt.cli.simulated;

import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.simulate.bench.BenchOptions;
import dev.basalt.simulate.bench.CoreBench;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code basalt bench}. */
@Command(
        name = "bench",
        description = "Measure the deciding core on a large cluster, beside the budgets it is held to.",
        footer = {"", "Times are CPU times of one thread. Exit code 0 whatever they are: a busy machine is no fault."})
public final class Bench implements Callable<Integer> {
    @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the large cluster (default ${DEFAULT-VALUE}).")
    int nodeCount = BenchOptions.DEFAULT.nodeCount();

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Measured runs of each case (default ${DEFAULT-VALUE}).")
    int repeats = BenchOptions.DEFAULT.repeats();

    @Option(names = "--json", description = "Print one JSON object in place of a table.")
    boolean json;

    @Override
    public Integer call() {
        if (nodeCount < BenchOptions.LEAST_NODES || repeats < 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--nodes " + nodeCount + " must be at least " + BenchOptions.LEAST_NODES + " and --repeats "
                            + repeats + " at least 1. Maybe leave both out.");
        }
        var ignored = CoreBench.run(System.out, new BenchOptions(nodeCount, repeats, json));
        return 0;
    }
}
