package dev.basalt.simulate.bench;

import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.Explanation;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.PlanCheck;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Measures the core at the sizes of the budgets. Times are CPU times of the one thread that decides, so that neighbours
 * on a shared machine count little, and each is told beside a yardstick that is measured in the same run: one pass over
 * 80,000 GPUs in plain arrays that finds the best fit.
 */
public final class CoreBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double NANOS_PER_MILLI = 1_000_000;
    private static final int PLACEMENTS = 10_000;
    private static final long SEED = 1;

    private final BenchOptions options;
    private final List<Result> results = new ArrayList<>();
    private double yardstickNanos = 1;

    private CoreBench(BenchOptions options) {
        this.options = options;
    }

    /**
     * One line of the table.
     *
     * @param name what was measured
     * @param value median of the runs
     * @param unit its unit
     * @param budget most that it may be; for rates the least
     * @param yardsticks time in units of the yardstick
     */
    public record Result(String name, double value, String unit, double budget, double yardsticks) {
        /** Whether the budget is kept. */
        public boolean kept() {
            return unit.endsWith("/s") ? value >= budget : value <= budget;
        }
    }

    /** Measures everything and prints a table or JSON. */
    public static List<Result> run(PrintStream out, BenchOptions options) {
        CoreBench bench = new CoreBench(options);
        bench.measureAll();
        if (options.json()) {
            bench.printJson(out);
        } else {
            bench.printTable(out);
        }
        return bench.results;
    }

    private void measureAll() {
        yardstickNanos = Math.max(1, median(new Yardstick()::pass, options.repeats() * 3));
        BenchCluster cluster = new BenchCluster(options.nodeCount(), SEED);
        ClusterColumns columns = cluster.columns(900);
        snapshots(columns);
        planning(columns.snapshot(), cluster.mixedGangs(1_000));
        placements();
        domains();
        heartbeats();
    }

    private void snapshots(ClusterColumns columns) {
        String name = columns.snapshot().nodeName(0);
        Charge charge =
                new Charge("bench-pod", "bench", "queue-0", name, ResourceVector.of(ResourceVector.CPU, 1), List.of());
        millis("copy of the columns after one pod", 2, () -> {
            columns.charge(charge);
            int count = columns.snapshot().nodeCount();
            columns.release(charge.podUid());
            return (long) count + columns.snapshot().nodeCount();
        });
    }

    private void planning(ClusterSnapshot snapshot, List<GangDemand> gangs) {
        Planner planner = new Planner(Policy.DEFAULT);
        Plan plan = planner.plan(snapshot, gangs);
        long placed = plan.outcomes().stream()
                .filter(outcome -> outcome instanceof Plan.Placed)
                .count();
        millis(
                "plan of 1,000 gangs of 30 shapes, " + placed + " start",
                200,
                () -> planner.plan(snapshot, gangs).outcomes().size());
        millis("check of that plan", 200, () -> {
            PlanCheck.verify(snapshot, gangs, plan);
            return 1;
        });
        Explainer explainer = new Explainer(Policy.DEFAULT, (podUid, gangUid) -> podUid);
        String waiting = plan.outcomes().stream()
                .filter(outcome -> outcome instanceof Plan.Waits)
                .map(Plan.Outcome::gangUid)
                .findFirst()
                .orElse("");
        millis("explanation of a waiting gang", 20, () -> {
            Explanation explanation = explainer.explain(snapshot, gangs, waiting);
            return explanation.refusals().size();
        });
    }

    private void placements() {
        BenchCluster cluster = new BenchCluster(Math.max(100, options.nodeCount() / 2), SEED);
        ClusterSnapshot snapshot = cluster.columns(0).snapshot();
        Planner planner = new Planner(Policy.DEFAULT);
        int count = Math.min(PLACEMENTS, snapshot.nodeCount() * 4);
        List<GangDemand> singles = cluster.equalGangs(count, 1, 1, null);
        rate(
                "placements on " + snapshot.nodeCount() + " nodes, each scored",
                10_000,
                count,
                () -> planner.plan(snapshot, singles).outcomes().size());
        List<GangDemand> triples = cluster.equalGangs(count / 3, 3, 1, null);
        rate(
                "placements in gangs of 3",
                10_000,
                count / 3 * 3,
                () -> planner.plan(snapshot, triples).outcomes().size());
        List<GangDemand> one = cluster.equalGangs(1, 1, 1, null);
        millis(
                "plan of one pod alone",
                5,
                () -> planner.plan(snapshot, one).outcomes().size());
    }

    private void domains() {
        BenchCluster cluster = new BenchCluster(options.nodeCount(), SEED);
        ClusterSnapshot snapshot = cluster.columns(0).snapshot();
        Planner planner = new Planner(Policy.DEFAULT);
        List<GangDemand> gangs =
                cluster.equalGangs(9, Math.min(1_000, options.nodeCount()), 1, new Topology("rack", true));
        millis(
                "9 gangs of 1,000 in one rack each",
                2_000,
                () -> planner.plan(snapshot, gangs).outcomes().size());
    }

    private void heartbeats() {
        BenchMachine machine = new BenchMachine(options.nodeCount());
        List<List<Event>> rounds = new ArrayList<>();
        for (int round = 0; round < options.repeats() * 2; round++) {
            rounds.add(machine.heartbeats(2_000));
        }
        Iterator<List<Event>> next = rounds.iterator();
        millis("step with 2,000 heartbeats", 5, () -> machine.step(next.next()));
    }

    private void millis(String name, double budget, LongSupplier work) {
        double nanos = median(work, options.repeats());
        results.add(new Result(name, nanos / NANOS_PER_MILLI, "ms", budget, nanos / yardstickNanos));
    }

    private void rate(String name, double budget, int count, LongSupplier work) {
        double nanos = median(work, options.repeats());
        results.add(new Result(name, count * 1e9 / nanos, "/s", budget, nanos / count / yardstickNanos));
    }

    /** Runs once to warm up for each measured run, so that compiled code is measured. */
    private static double median(LongSupplier work, int repeats) {
        long sink = 0;
        for (int warmUp = 0; warmUp < repeats; warmUp++) {
            sink += work.getAsLong();
        }
        long[] nanos = new long[repeats];
        for (int run = 0; run < repeats; run++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            sink += work.getAsLong();
            nanos[run] = THREADS.getCurrentThreadCpuTime() - begin;
        }
        if (sink == Long.MIN_VALUE) {
            throw new IllegalStateException("bench: impossible sum " + sink);
        }
        Arrays.sort(nanos);
        return nanos[repeats / 2];
    }

    private void printTable(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "core at %,d nodes x 8 GPUs, median of %d; yardstick %.3f ms%n%n",
                options.nodeCount(),
                options.repeats(),
                yardstickNanos / NANOS_PER_MILLI);
        out.printf(Locale.ROOT, "%-52s %12s %12s %12s  %s%n", "what", "measured", "budget", "yardsticks", "kept");
        for (Result result : results) {
            out.printf(
                    Locale.ROOT,
                    "%-52s %,9.2f %s %,9.0f %s %,12.2f  %s%n",
                    result.name(),
                    result.value(),
                    result.unit(),
                    result.budget(),
                    result.unit(),
                    result.yardsticks(),
                    result.kept() ? "yes" : "NO");
        }
    }

    private void printJson(PrintStream out) {
        StringBuilder json = new StringBuilder();
        json.append(String.format(
                Locale.ROOT,
                "{\"nodeCount\":%d,\"repeats\":%d,\"yardstickMillis\":%.4f,\"results\":[",
                options.nodeCount(),
                options.repeats(),
                yardstickNanos / NANOS_PER_MILLI));
        for (int at = 0; at < results.size(); at++) {
            Result result = results.get(at);
            json.append(String.format(
                    Locale.ROOT,
                    "%s{\"name\":\"%s\",\"value\":%.3f,\"unit\":\"%s\",\"budget\":%.0f,"
                            + "\"yardsticks\":%.3f,\"kept\":%b}",
                    at == 0 ? "" : ",",
                    result.name(),
                    result.value(),
                    result.unit(),
                    result.budget(),
                    result.yardsticks(),
                    result.kept()));
        }
        out.println(json.append("]}"));
    }
}
