package dev.basalt.simulate.check;

import dev.basalt.simulate.scenario.Expectation;
import dev.basalt.simulate.scenario.Scenario;
import dev.basalt.simulate.world.Chronicle;
import dev.basalt.simulate.world.World;
import dev.basalt.simulate.world.WorldReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Plays a scenario from start to end and checks what it expects on the way. */
public final class ScenarioRun {
    /** An expectation at a time is checked this much later, so that what happens at that time has happened. */
    public static final long SETTLE_MILLIS = 900;

    private static final long QUIET_MILLIS = 130_000;
    private static final long LIMIT_MILLIS = 30L * 24 * 3_600_000;

    private ScenarioRun() {}

    /** Plays once. Seed 0 takes the timeline as written; others vary the order of ties and the latencies. */
    public static ScenarioResult play(Scenario scenario, long seed) {
        World world = new World(scenario, seed);
        ClaimCheck check = new ClaimCheck(world);
        List<Verdict> verdicts = new ArrayList<>();
        List<Expectation> timed = scenario.expectations().stream()
                .filter(expectation -> expectation.atMillis() >= 0)
                .sorted(Comparator.comparingLong(Expectation::atMillis))
                .toList();
        for (Expectation expectation : timed) {
            world.playUntil(expectation.atMillis() + SETTLE_MILLIS);
            verdicts.add(check.verdict(expectation));
        }
        if (scenario.untilMillis() > 0) {
            world.playUntil(scenario.untilMillis());
        } else {
            world.playToEnd(QUIET_MILLIS, LIMIT_MILLIS);
        }
        for (Expectation expectation : scenario.expectations()) {
            if (expectation.atMillis() < 0) {
                verdicts.add(check.verdict(expectation));
            }
        }
        return result(scenario, seed, world, verdicts);
    }

    private static ScenarioResult result(Scenario scenario, long seed, World world, List<Verdict> verdicts) {
        Chronicle chronicle = world.chronicle();
        WorldReading reading = new WorldReading(world);
        List<ScenarioResult.JobStanding> jobs =
                reading.jobs().stream().map(job -> standing(reading, job)).toList();
        return new ScenarioResult(
                scenario.name(),
                seed,
                verdicts,
                chronicle.violations(),
                chronicle.entries(),
                jobs,
                world.nowMillis(),
                world.effectDigest());
    }

    private static ScenarioResult.JobStanding standing(WorldReading reading, String job) {
        List<ScenarioResult.Seat> seats = new ArrayList<>();
        reading.holding(job)
                .forEach((pod, node) -> seats.add(new ScenarioResult.Seat(pod, node, reading.gpusOfPod(pod))));
        return new ScenarioResult.JobStanding(
                job,
                reading.phase(job),
                reading.running(job),
                seats.size(),
                reading.pending(job),
                seats,
                reading.why(job));
    }
}
