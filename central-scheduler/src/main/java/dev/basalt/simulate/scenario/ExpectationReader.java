package dev.basalt.simulate.scenario;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.text.Nearest;
import dev.basalt.simulate.scenario.Expectation.Claim;
import dev.basalt.simulate.scenario.Expectation.Range;
import dev.basalt.simulate.section.Amounts;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One {@code expect} mapping. Each key is one kind of claim. */
final class ExpectationReader {
    private static final Pattern BETWEEN = Pattern.compile("(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})");
    private static final Pattern BOUND = Pattern.compile("(<=|>=)?\\s*(.+)");
    private static final long MIB = 1L << 20;
    private static final List<String> PHASES = phases();
    /** Resources that need no domain in their name; others are extended, such as example.com/dongle. */
    private static final List<String> PLAIN_RESOURCES =
            List.of("cpu", "gpus", ResourceVector.MEMORY, ResourceVector.PODS, "ephemeral-storage");

    private final Section section;
    private final long atMillis;
    private final List<Expectation> expectations = new ArrayList<>();

    private ExpectationReader(Section section, long atMillis) {
        this.section = section;
        this.atMillis = atMillis;
    }

    static List<Expectation> read(Section section, long atMillis) {
        ExpectationReader reader = new ExpectationReader(section, atMillis);
        reader.readCounts();
        reader.readTexts();
        reader.readGpus();
        reader.readOrders();
        section.end();
        if (reader.expectations.isEmpty()) {
            section.mistakes().add(section.path(), "expects nothing. Maybe add 'running: {job: count}'");
        }
        return reader.expectations;
    }

    private void add(String path, Claim claim) {
        expectations.add(new Expectation(atMillis, path, claim));
    }

    private void readCounts() {
        eachRange("running", Expectation.Running::new);
        eachRange("held", Expectation.Held::new);
        eachRange("pending", Expectation.Pending::new);
        eachRange("nodeCount", Expectation.NodeCount::new);
        if (section.value("evictions") instanceof java.util.Map) {
            eachRange("evictions", Expectation.Evictions::new);
        } else if (section.has("evictions")) {
            add(section.path("evictions"), new Expectation.Evictions("", range(section, "evictions", Unit.COUNT)));
        }
        if (section.has("queueUsed")) {
            readQueueUse(section.section("queueUsed"));
        }
    }

    private void eachRange(String key, BiFunction<String, Range, Claim> claim) {
        if (!section.has(key)) {
            return;
        }
        Section counts = section.section(key);
        for (String subject : counts.keys()) {
            add(counts.path(subject), claim.apply(subject, range(counts, subject, Unit.COUNT)));
        }
    }

    private void readTexts() {
        if (section.has("waits")) {
            Section waits = section.section("waits");
            for (String job : waits.keys()) {
                waits.list(job).forEach(text -> add(waits.path(job), new Expectation.Waits(job, text)));
            }
        }
        if (section.has("phase")) {
            Section phases = section.section("phase");
            for (String job : phases.keys()) {
                add(phases.path(job), new Expectation.Phase(job, phases.oneOf(job, PHASES)));
            }
        }
        if (section.has("placedOn")) {
            Section placed = section.section("placedOn");
            for (String subject : placed.keys()) {
                add(placed.path(subject), new Expectation.PlacedOn(subject, placed.list(subject)));
            }
        }
        if (section.has("wholeOrNone")) {
            add(section.path("wholeOrNone"), new Expectation.WholeOrNone(section.list("wholeOrNone")));
        }
        if (section.has("planning")) {
            boolean open = section.oneOf("planning", List.of("open", "closed")).equals("open");
            add(section.path("planning"), new Expectation.Planning(open));
        }
    }

    private void readGpus() {
        if (section.has("gpuUsed")) {
            Section gpus = section.section("gpuUsed");
            for (String gpu : gpus.keys()) {
                Section use = gpus.section(gpu);
                add(
                        gpus.path(gpu),
                        new Expectation.GpuUsed(
                                gpu,
                                optional(use, "memory", Unit.MEMORY),
                                optional(use, "cores", Unit.COUNT),
                                optional(use, "pods", Unit.COUNT)));
                use.end();
            }
        }
        if (section.has("everyGpu")) {
            Section use = section.section("everyGpu");
            add(
                    use.path(),
                    new Expectation.EveryGpu(
                            optional(use, "memory", Unit.MEMORY),
                            optional(use, "cores", Unit.COUNT),
                            optional(use, "pods", Unit.COUNT)));
            use.end();
        }
        if (section.has("onGpus")) {
            Section on = section.section("onGpus");
            on.keys().forEach(subject -> add(on.path(subject), new Expectation.OnGpus(subject, on.list(subject))));
        }
        if (section.has("distinctGpus")) {
            Section distinct = section.section("distinctGpus");
            Range count = distinct.has("count") ? range(distinct, "count", Unit.COUNT) : new Range(0, Long.MAX_VALUE);
            add(distinct.path(), new Expectation.DistinctGpus(distinct.list("jobs"), count));
            distinct.end();
        }
    }

    private void readOrders() {
        if (section.has("startOrder")) {
            add(section.path("startOrder"), new Expectation.StartOrder(section.list("startOrder")));
        }
        if (section.has("noEvictionAfter")) {
            long millis = section.durationMillis("noEvictionAfter", 0);
            add(section.path("noEvictionAfter"), new Expectation.NoEvictionAfter(millis));
        }
        if (section.has("started")) {
            Section started = section.section("started");
            for (String job : started.keys()) {
                Section bounds = started.section(job);
                add(
                        started.path(job),
                        new Expectation.Started(
                                job,
                                bounds.durationMillis("notBefore", 0),
                                bounds.durationMillis("notAfter", Long.MAX_VALUE)));
                bounds.end();
            }
        }
    }

    private void readQueueUse(Section queues) {
        for (String queue : queues.keys()) {
            Section amounts = queues.section(queue);
            for (String key : amounts.keys()) {
                if (!key.contains("/") && !PLAIN_RESOURCES.contains(key)) {
                    String nearest = Nearest.to(key, PLAIN_RESOURCES);
                    amounts.mistakes()
                            .add(
                                    amounts.path(key),
                                    "is no resource. Maybe "
                                            + (nearest == null
                                                    ? String.join(", ", PLAIN_RESOURCES)
                                                    : "'" + nearest + "'"));
                }
                Expectation.QueueUsed claim = switch (key) {
                    case "cpu" -> used(queue, ResourceVector.CPU, range(amounts, key, Unit.MILLI));
                    case "gpus" -> used(queue, ResourceVector.GPU_MILLI, range(amounts, key, Unit.MILLI));
                    case "memory" -> used(queue, ResourceVector.MEMORY, range(amounts, key, Unit.BYTES));
                    default -> used(queue, key, range(amounts, key, Unit.COUNT));
                };
                add(amounts.path(key), claim);
            }
        }
    }

    private static List<String> phases() {
        List<String> phases = new ArrayList<>();
        for (GangStatus.Phase phase : GangStatus.Phase.values()) {
            phases.add(phase.name());
        }
        phases.add(Expectation.Phase.GONE);
        return List.copyOf(phases);
    }

    private static Expectation.QueueUsed used(String queue, String resource, Range amount) {
        return new Expectation.QueueUsed(queue, resource, amount);
    }

    private static @Nullable Range optional(Section section, String key, Unit unit) {
        return section.has(key) ? range(section, key, unit) : null;
    }

    /** {@code 3}, {@code 2..4}, {@code <=5}, {@code >=1}; memory and CPU only exactly or as a bound on one amount. */
    private static Range range(Section section, String key, Unit unit) {
        String text = section.text(key, "");
        Matcher between = BETWEEN.matcher(text);
        if (unit == Unit.COUNT && between.matches()) {
            return new Range(Long.parseLong(between.group(1)), Long.parseLong(between.group(2)));
        }
        Matcher bound = BOUND.matcher(text);
        long amount = bound.matches() ? amount(bound.group(2), unit) : -1;
        if (amount < 0) {
            section.mistakes().add(section.path(key), "is '" + text + "'. Maybe write " + unit.examples);
            return Range.exactly(0);
        }
        if (bound.group(1) == null) {
            return Range.exactly(amount);
        }
        return bound.group(1).equals("<=") ? new Range(0, amount) : new Range(amount, Long.MAX_VALUE);
    }

    private static long amount(String text, Unit unit) {
        return switch (unit) {
            case COUNT -> text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
            case MILLI -> Amounts.milli(text);
            case BYTES -> text.equals("0") ? 0 : Amounts.memoryBytes(text);
            case MEMORY -> text.equals("0") ? 0 : mib(Amounts.memoryBytes(text));
        };
    }

    private static long mib(long bytes) {
        return bytes < 0 ? -1 : bytes / MIB;
    }

    private enum Unit {
        COUNT("3, 2..4, '<=5' or '>=1'"),
        MILLI("4, 0.5 or '<=8'"),
        BYTES("100GiB or '<=100GiB'"),
        MEMORY("40GiB or '<=40GiB'");

        private final String examples;

        Unit(String examples) {
            this.examples = examples;
        }
    }
}
