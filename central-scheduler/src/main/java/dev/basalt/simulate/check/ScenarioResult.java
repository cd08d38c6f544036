package dev.basalt.simulate.check;

import dev.basalt.simulate.world.Chronicle;
import java.util.List;

/**
 * How one run of a scenario went.
 *
 * @param name title of the scenario
 * @param seed seed of the run
 * @param verdicts one for every expectation, in the order they were checked
 * @param violations invariants that broke, as sentences
 * @param chronicle all that happened
 * @param jobs how each job stood at the end
 * @param endMillis virtual time at the end
 * @param effectDigest digest of the core's effects since its last start; equal for equal runs
 */
public record ScenarioResult(
        String name,
        long seed,
        List<Verdict> verdicts,
        List<String> violations,
        List<Chronicle.Entry> chronicle,
        List<JobStanding> jobs,
        long endMillis,
        long effectDigest) {
    public ScenarioResult {
        verdicts = List.copyOf(verdicts);
        violations = List.copyOf(violations);
        chronicle = List.copyOf(chronicle);
        jobs = List.copyOf(jobs);
    }

    /** True when every expectation held and no invariant broke. */
    public boolean passed() {
        return violations.isEmpty() && verdicts.stream().allMatch(Verdict::holds);
    }

    /**
     * How a job stood at the end.
     *
     * @param job name
     * @param phase phase of its gang; {@code GONE} when it was deleted
     * @param running pods that run
     * @param held pods that hold room
     * @param pending pods that wait for room
     * @param seats where its pods are
     * @param why why it waits, a sentence each
     */
    public record JobStanding(
            String job, String phase, int running, int held, int pending, List<Seat> seats, List<String> why) {
        public JobStanding {
            seats = List.copyOf(seats);
            why = List.copyOf(why);
        }
    }

    /** Where a pod is; GPUs as {@code node/slot}. */
    public record Seat(String pod, String node, List<String> gpus) {
        public Seat {
            gpus = List.copyOf(gpus);
        }
    }
}
