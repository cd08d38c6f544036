package dev.basalt.simulate;

import dev.basalt.simulate.check.ScenarioReport;
import dev.basalt.simulate.check.ScenarioResult;
import dev.basalt.simulate.check.ScenarioRun;
import dev.basalt.simulate.scenario.Scenario;
import dev.basalt.simulate.scenario.ScenarioException;
import dev.basalt.simulate.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs scenario files and prints how they went: what {@code basalt scenario} does. */
public final class Scenarios {
    /** Every expectation of every file held. */
    public static final int PASSED = 0;
    /** An expectation did not hold, or an invariant broke. */
    public static final int FAILED = 1;
    /** A file could not be read or is no scenario. */
    public static final int UNREADABLE = 2;

    private static final long TEXT_BYTES_MAX = 3 << 20;

    private Scenarios() {}

    /**
     * How to run.
     *
     * @param json print one JSON object for each run instead of text
     * @param seed seed of the first run; 0 takes ties as written
     * @param repeat how many runs, with seeds counting up
     * @param story print all that happened even when everything held
     */
    public record Options(boolean json, long seed, int repeat, boolean story) {
        public Options {
            if (repeat < 1) {
                throw new IllegalArgumentException("repeat " + repeat + " is below 1. Maybe leave --repeat away");
            }
        }
    }

    /** Runs files in order; returns the exit code of the worst. */
    public static int run(List<Path> files, Options options, PrintStream out) {
        int worst = PASSED;
        for (Path file : files) {
            worst = Math.max(worst, run(file, options, out));
        }
        return worst;
    }

    private static int run(Path file, Options options, PrintStream out) {
        try {
            Scenario scenario = ScenarioReader.read(text(file));
            return play(file, scenario, options, out);
        } catch (ScenarioException e) {
            if (options.json()) {
                out.println(ScenarioReport.mistakesJson(file.toString(), e.mistakes()));
            } else {
                out.println(file + ": not a sound scenario");
                e.mistakes().forEach(mistake -> out.println("  " + mistake));
            }
            return UNREADABLE;
        }
    }

    private static int play(Path file, Scenario scenario, Options options, PrintStream out) {
        List<ScenarioResult> failed = new ArrayList<>();
        for (int run = 0; run < options.repeat(); run++) {
            ScenarioResult result = ScenarioRun.play(scenario, options.seed() + run);
            if (options.json()) {
                out.println(ScenarioReport.json(file.toString(), result));
            } else if (!result.passed() || options.repeat() == 1) {
                out.print(ScenarioReport.text(file.toString(), result, options.story()));
            }
            if (!result.passed()) {
                failed.add(result);
            }
        }
        if (options.repeat() > 1 && !options.json()) {
            out.println(file + ": " + (options.repeat() - failed.size()) + " of " + options.repeat() + " runs passed"
                    + (failed.isEmpty()
                            ? ""
                            : "; first failing seed " + failed.getFirst().seed()));
        }
        return failed.isEmpty() ? PASSED : FAILED;
    }

    private static String text(Path file) throws ScenarioException {
        try {
            if (Files.isRegularFile(file) && Files.size(file) > TEXT_BYTES_MAX) {
                throw new ScenarioException(List.of("file: is " + Files.size(file)
                        + " bytes long. Maybe use 'count:' and 'copies:' instead of listing"));
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ScenarioException(List.of("file: does not exist. Maybe the path is relative to another folder"));
        } catch (MalformedInputException e) {
            throw new ScenarioException(List.of("file: is not UTF-8 text. Maybe it is not a scenario"));
        } catch (IOException e) {
            throw new ScenarioException(List.of("file: cannot be read: " + e));
        }
    }
}
