package dev.basalt.cli;

import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.simulate.bench.BenchOptions;
import dev.basalt.simulate.bench.CoreBench;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code basalt bench}. */
@Command(
        name = "bench",
        description = "Measure the scheduler's core beside its budgets.",
        footer = {"", "Times are CPU times of one thread. Exit code 0 whatever they are: a busy machine is no fault."})
final class Bench implements Callable<Integer> {
    @Option(names = "--nodes", paramLabel = "N", description = "Nodes of 8 GPUs each; default ${DEFAULT-VALUE}.")
    int nodes = BenchOptions.DEFAULT.nodeCount();

    @Option(names = "--repeats", paramLabel = "N", description = "Runs of each case; default ${DEFAULT-VALUE}.")
    int repeats = BenchOptions.DEFAULT.repeats();

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    boolean json;

    @Override
    public Integer call() {
        if (nodes < BenchOptions.LEAST_NODES || repeats < 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--nodes " + nodes + " or --repeats " + repeats + " is too small. Maybe leave them out, or give at"
                            + " least " + BenchOptions.LEAST_NODES + " and 1.");
        }
        CoreBench.run(System.out, new BenchOptions(nodes, repeats, json));
        return 0;
    }
}
