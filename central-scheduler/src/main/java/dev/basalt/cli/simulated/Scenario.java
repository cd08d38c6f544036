package dev.basalt.cli.simulated;

import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.simulate.Scenarios;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt scenario FILE...}. */
@Command(
        name = "scenario",
        description = "Run declared worlds in virtual time on the real core and check what they expect.",
        footer = {"", "Exit code 1 when an expectation does not hold, 2 when a file is no scenario."})
public final class Scenario implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE")
    List<Path> files = new ArrayList<>();

    @Option(names = "--json", description = "Print the full outcome of each run as one JSON object.")
    boolean json;

    @Option(names = "--story", description = "Print all that happened even when everything held.")
    boolean story;

    @Option(names = "--seed", paramLabel = "N", description = "Order of arrival ties; 0 takes them as written.")
    long seed;

    @Option(names = "--repeat", paramLabel = "N", description = "So many runs, seeds counting up.")
    int repeat = 1;

    @Override
    public Integer call() {
        if (repeat < 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, "--repeat " + repeat + " is below 1. Maybe leave it out.");
        }
        return Scenarios.run(files, new Scenarios.Options(json, seed, repeat, story), System.out);
    }
}
