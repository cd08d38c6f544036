package dev.basalt.simulate.check;

import dev.basalt.simulate.world.Chronicle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** A result as text for people or JSON for machines. */
public final class ScenarioReport {
    private static final int STORY_LINES_MAX = 200;
    private static final int SEATS_MAX = 12;
    private static final JsonMapper JSON = new JsonMapper();

    private ScenarioReport() {}

    /** Lines for people: verdicts, what broke, how the jobs stood; the story when something failed. */
    public static String text(String file, ScenarioResult result, boolean story) {
        StringBuilder text = new StringBuilder();
        long held = result.verdicts().stream().filter(Verdict::holds).count();
        text.append(String.format(
                Locale.ROOT,
                "%s: %s%n  %s, %d of %d expectations held, %s of virtual time, seed %d%n",
                file,
                result.name(),
                result.passed() ? "passed" : "FAILED",
                held,
                result.verdicts().size(),
                duration(result.endMillis()),
                result.seed()));
        for (Verdict verdict : result.verdicts()) {
            if (!verdict.holds()) {
                text.append(String.format(
                        Locale.ROOT,
                        "  %s (at %s)%n    expected  %s%n    actual    %s%n",
                        verdict.path(),
                        duration(verdict.atMillis()),
                        verdict.expected(),
                        verdict.actual()));
            }
        }
        result.violations()
                .forEach(violation ->
                        text.append("  invariant broken ").append(violation).append('\n'));
        if (!result.passed() || story) {
            appendJobs(text, result);
            appendStory(text, result.chronicle());
        }
        return text.toString();
    }

    /** One JSON object on one line. */
    public static String json(String file, ScenarioResult result) {
        Map<String, Object> fields = new TreeMap<>();
        fields.put("file", file);
        fields.put("name", result.name());
        fields.put("seed", result.seed());
        fields.put("passed", result.passed());
        fields.put("endMillis", result.endMillis());
        fields.put("effectDigest", Long.toHexString(result.effectDigest()));
        fields.put("verdicts", result.verdicts());
        fields.put("violations", result.violations());
        fields.put("jobs", result.jobs());
        fields.put("chronicle", result.chronicle());
        return JSON.writeValueAsString(fields);
    }

    /** The mistakes of a file that is no scenario, as one JSON object on one line. */
    public static String mistakesJson(String file, List<String> mistakes) {
        return JSON.writeValueAsString(new TreeMap<>(Map.of("file", file, "passed", false, "mistakes", mistakes)));
    }

    private static void appendJobs(StringBuilder text, ScenarioResult result) {
        text.append("  jobs at the end\n");
        for (ScenarioResult.JobStanding job : result.jobs()) {
            text.append(String.format(
                    Locale.ROOT,
                    "    %-24s %-10s running %d, held %d, pending %d%n",
                    job.job(),
                    job.phase(),
                    job.running(),
                    job.held(),
                    job.pending()));
            job.seats().stream()
                    .limit(SEATS_MAX)
                    .forEach(seat -> text.append("      ")
                            .append(seat.pod())
                            .append(" on ")
                            .append(seat.gpus().isEmpty() ? seat.node() : String.join(" ", seat.gpus()))
                            .append('\n'));
            job.why()
                    .forEach(sentence ->
                            text.append("      waits: ").append(sentence).append('\n'));
        }
    }

    private static void appendStory(StringBuilder text, List<Chronicle.Entry> chronicle) {
        text.append("  what happened\n");
        chronicle.stream()
                .limit(STORY_LINES_MAX)
                .forEach(entry -> text.append(String.format(
                        Locale.ROOT,
                        "    %10s  %-11s %s%n",
                        duration(entry.atMillis()),
                        entry.what(),
                        String.join(
                                " ",
                                List.of(entry.pod().isEmpty() ? entry.job() : entry.pod(), entry.node(), entry.detail())
                                        .stream()
                                        .filter(word -> !word.isEmpty())
                                        .toList()))));
        if (chronicle.size() > STORY_LINES_MAX) {
            text.append("    ... ").append(chronicle.size() - STORY_LINES_MAX).append(" more; --json has all\n");
        }
    }

    private static String duration(long millis) {
        long seconds = millis / 1_000;
        String fraction = millis % 1_000 == 0 ? "" : String.format(Locale.ROOT, ".%03d", millis % 1_000);
        if (seconds < 600) {
            return seconds + fraction + "s";
        }
        return String.format(Locale.ROOT, "%dh%02dm%02ds", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }
}
