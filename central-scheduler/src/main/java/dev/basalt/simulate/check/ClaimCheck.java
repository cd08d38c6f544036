package dev.basalt.simulate.check;

import dev.basalt.simulate.scenario.Expectation;
import dev.basalt.simulate.scenario.Expectation.Range;
import dev.basalt.simulate.world.GpuUse;
import dev.basalt.simulate.world.World;
import dev.basalt.simulate.world.WorldReading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares what a scenario expects with what the world shows. */
final class ClaimCheck {
    private final World world;
    private final WorldReading reading;

    ClaimCheck(World world) {
        this.world = world;
        this.reading = new WorldReading(world);
    }

    Verdict verdict(Expectation expectation) {
        Finding finding = find(expectation.claim());
        return new Verdict(
                expectation.path(), world.nowMillis(), finding.holds(), finding.expected(), finding.actual());
    }

    private Finding find(Expectation.Claim claim) {
        return switch (claim) {
            case Expectation.Running running ->
                count(running.subject() + " running", running.count(), reading.running(running.subject()));
            case Expectation.Held held ->
                count(
                        held.subject() + " holding room",
                        held.count(),
                        reading.holding(held.subject()).size());
            case Expectation.Pending pending ->
                count(pending.subject() + " pending", pending.count(), reading.pending(pending.subject()));
            case Expectation.NodeCount nodes ->
                count(
                        nodes.subject() + " on nodes",
                        nodes.count(),
                        nodesOf(nodes.subject()).size());
            case Expectation.Evictions evictions ->
                count(
                        "evictions" + (evictions.job().isEmpty() ? "" : " of " + evictions.job()),
                        evictions.count(),
                        world.chronicle().evictions(evictions.job()).size());
            case Expectation.WholeOrNone whole -> wholeOrNone(whole);
            case Expectation.Waits waits -> waits(waits);
            case Expectation.Phase phase -> equal("phase of " + phase.job(), phase.phase(), reading.phase(phase.job()));
            case Expectation.PlacedOn placed -> placedOn(placed);
            case Expectation.GpuUsed used -> gpuUsed(used);
            case Expectation.EveryGpu every -> everyGpu(every);
            case Expectation.DistinctGpus distinct -> distinctGpus(distinct);
            case Expectation.OnGpus on ->
                equal(
                        "GPUs of " + on.subject(),
                        sorted(on.gpus()).toString(),
                        reading.gpus(on.subject()).toString());
            case Expectation.StartOrder order -> startOrder(order);
            case Expectation.Started started -> started(started);
            case Expectation.NoEvictionAfter quiet -> noEvictionAfter(quiet);
            case Expectation.QueueUsed used ->
                count(
                        "queue " + used.queue() + " uses of " + used.resource(),
                        used.amount(),
                        reading.queueUsed(used.queue(), used.resource()));
            case Expectation.Planning planning ->
                equal("planning", planning.open() ? "open" : "closed", reading.planningOpen() ? "open" : "closed");
        };
    }

    private Finding waits(Expectation.Waits claim) {
        List<String> why = reading.why(claim.job());
        boolean holds = why.stream().anyMatch(sentence -> sentence.contains(claim.text()));
        String actual = why.isEmpty() ? "does not wait" : String.join("; ", why);
        return new Finding(holds, claim.job() + " waits: '" + claim.text() + "'", actual);
    }

    private Finding wholeOrNone(Expectation.WholeOrNone claim) {
        TreeMap<String, Integer> held = new TreeMap<>();
        boolean holds = true;
        for (String job : claim.jobs()) {
            int count = reading.holding(job).size();
            held.put(job, count);
            holds &= count == 0 || count == reading.members(job);
        }
        return new Finding(holds, claim.jobs() + " each whole or nothing", "holding room: " + held);
    }

    private Finding placedOn(Expectation.PlacedOn claim) {
        SortedSet<String> nodes = nodesOf(claim.subject());
        boolean holds = !nodes.isEmpty() && claim.nodes().containsAll(nodes);
        return new Finding(holds, claim.subject() + " on " + String.join(", ", claim.nodes()), nodes.toString());
    }

    private SortedSet<String> nodesOf(String subject) {
        return new TreeSet<>(reading.holding(subject).values());
    }

    private Finding gpuUsed(Expectation.GpuUsed claim) {
        GpuUse use = reading.gpuUse().get(claim.gpu());
        String expected = "GPU " + claim.gpu() + " uses" + words(claim.memoryMib(), claim.corePercent(), claim.pods());
        if (use == null) {
            return new Finding(false, expected, "no such GPU");
        }
        return new Finding(within(use, claim.memoryMib(), claim.corePercent(), claim.pods()), expected, words(use));
    }

    private Finding everyGpu(Expectation.EveryGpu claim) {
        TreeMap<String, String> outside = new TreeMap<>();
        SortedMap<String, GpuUse> uses = reading.gpuUse();
        uses.forEach((gpu, use) -> {
            if (!within(use, claim.memoryMib(), claim.corePercent(), claim.pods())) {
                outside.put(gpu, words(use));
            }
        });
        return new Finding(
                outside.isEmpty(),
                "every GPU uses" + words(claim.memoryMib(), claim.corePercent(), claim.pods()),
                outside.isEmpty() ? "all " + uses.size() : outside.toString());
    }

    private Finding distinctGpus(Expectation.DistinctGpus claim) {
        TreeMap<String, String> owner = new TreeMap<>();
        List<String> shared = new ArrayList<>();
        for (String job : claim.jobs()) {
            for (String gpu : reading.gpus(job)) {
                String other = owner.put(gpu, job);
                if (other != null) {
                    shared.add(gpu + " by " + other + " and " + job);
                }
            }
        }
        return new Finding(
                shared.isEmpty() && claim.count().holds(owner.size()),
                "GPUs of " + claim.jobs() + " distinct, " + claim.count() + " in all",
                shared.isEmpty() ? owner.size() + " in all" : "shared: " + shared);
    }

    private Finding startOrder(Expectation.StartOrder claim) {
        List<String> order = world.chronicle().startOrder().stream()
                .filter(claim.jobs()::contains)
                .toList();
        return equal("start order", claim.jobs().toString(), order.toString());
    }

    private Finding started(Expectation.Started claim) {
        Long first = world.chronicle().firstStartMillis(claim.job());
        boolean holds = first != null && first >= claim.notBeforeMillis() && first <= claim.notAfterMillis();
        String bounds = claim.notBeforeMillis() + " ms to "
                + (claim.notAfterMillis() == Long.MAX_VALUE ? "ever" : claim.notAfterMillis() + " ms");
        return new Finding(
                holds, claim.job() + " started within " + bounds, first == null ? "never" : "at " + first + " ms");
    }

    private Finding noEvictionAfter(Expectation.NoEvictionAfter claim) {
        List<String> late = world.chronicle().evictions("").stream()
                .filter(entry -> entry.atMillis() > claim.millis())
                .map(entry -> entry.pod() + " at " + entry.atMillis() + " ms")
                .toList();
        return new Finding(
                late.isEmpty(),
                "no eviction after " + claim.millis() + " ms",
                late.isEmpty() ? "none" : late.toString());
    }

    private static Finding count(String what, Range expected, long actual) {
        return new Finding(expected.holds(actual), what + ": " + expected, Long.toString(actual));
    }

    private static Finding equal(String what, String expected, String actual) {
        return new Finding(expected.equals(actual), what + ": " + expected, actual);
    }

    private static List<String> sorted(List<String> texts) {
        return List.copyOf(new TreeSet<>(texts));
    }

    private static boolean within(
            GpuUse use, @Nullable Range memoryMib, @Nullable Range corePercent, @Nullable Range pods) {
        return (memoryMib == null || memoryMib.holds(use.memoryMib()))
                && (corePercent == null || corePercent.holds(use.corePermille() / 10))
                && (pods == null || pods.holds(use.pods()));
    }

    private static String words(@Nullable Range memoryMib, @Nullable Range corePercent, @Nullable Range pods) {
        StringBuilder words = new StringBuilder();
        if (memoryMib != null) {
            words.append(" memory ").append(memoryMib).append(" MiB");
        }
        if (corePercent != null) {
            words.append(" cores ").append(corePercent).append(" %");
        }
        if (pods != null) {
            words.append(" by pods ").append(pods);
        }
        return words.toString();
    }

    private static String words(GpuUse use) {
        return "memory " + use.memoryMib() + " MiB, cores " + use.corePermille() / 10 + " %, pods " + use.pods();
    }

    private record Finding(boolean holds, String expected, String actual) {}
}
