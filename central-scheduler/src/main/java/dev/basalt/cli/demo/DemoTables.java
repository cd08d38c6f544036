package dev.basalt.cli.demo;

import dev.basalt.cli.text.JobText;
import dev.basalt.cli.text.Links;
import dev.basalt.cli.text.Screen;
import dev.basalt.cli.text.Screen.Tone;
import dev.basalt.cli.text.Table;
import dev.basalt.cli.text.Table.Cell;
import dev.basalt.cli.text.Words;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The demo's outcome as tables. */
final class DemoTables {
    private static final int SLOTS = 8;

    private final Screen screen;

    DemoTables(Screen screen) {
        this.screen = screen;
    }

    void print(Outcome outcome) {
        title("Who is on which GPU, while two gangs want the same machine");
        show(gpuMap(outcome));
        title("Who got which GPUs over which links");
        show(tasks(outcome.first()));
        title("What waits, and why");
        outcome.explanations().keySet().stream().sorted().forEach(job -> {
            screen.line(screen.toned(job, Tone.WAITING));
            outcome.explanations().getOrDefault(job, "").lines().forEach(line -> screen.line("  " + line));
        });
        title("After pretrain-a had ended");
        show(jobs(outcome.last()));
        title("Checked");
        outcome.checks().forEach(this::check);
    }

    private void title(String text) {
        screen.line("");
        screen.line(screen.toned(text, Tone.STRONG));
    }

    private void show(Table table) {
        table.lines(screen).forEach(line -> screen.line("  " + line));
    }

    void check(Check check) {
        if (check.holds()) {
            boolean worthShowing =
                    check.expected().length() <= 40 && !check.expected().equals("yes");
            screen.line("  " + screen.toned("ok", Tone.GOOD) + "      " + check.claim()
                    + (worthShowing ? ": " + check.actual() : ""));
        } else {
            screen.line("  " + screen.toned("FAILED", Tone.BAD) + "  " + check.claim() + ": expected "
                    + check.expected() + ", is " + check.actual());
        }
    }

    /** One row per machine, one column per slot. */
    private static Table gpuMap(Outcome outcome) {
        List<String> headers = new ArrayList<>(List.of("NODE", "GPUS", "LINKS"));
        for (int slot = 0; slot < SLOTS; slot++) {
            headers.add(String.valueOf(slot));
        }
        Table table = new Table(headers);
        for (Node node : outcome.nodes()) {
            String name = node.getDescription().getName();
            List<Cell> row = new ArrayList<>();
            row.add(Cell.plain(name));
            row.add(Cell.plain(model(outcome.gpus(), name)));
            row.add(Cell.plain(Links.summary(node.getLinks().getLinksList())));
            for (int slot = 0; slot < SLOTS; slot++) {
                row.add(user(outcome.first(), name, slot));
            }
            table.row(row);
        }
        return table;
    }

    private static String model(List<Gpu> gpus, String node) {
        return gpus.stream()
                .filter(gpu ->
                        gpu.getDevice().getNode().equals(node) || gpu.getName().startsWith("nodes/" + node + "/"))
                .map(gpu -> gpu.getDevice().getModel())
                .findFirst()
                .orElse("");
    }

    private static Cell user(List<Job> jobs, String node, int slot) {
        SortedMap<String, Integer> users = new TreeMap<>();
        for (Job job : jobs) {
            for (Task task : job.getTasksList()) {
                if (task.getNode().equals(node)) {
                    task.getGrantsList().stream()
                            .filter(grant -> grant.getDeviceSlot() == slot)
                            .forEach(grant -> users.merge(job.getGang().getName(), 1, Integer::sum));
                }
            }
        }
        if (users.isEmpty()) {
            return new Cell(".", Tone.QUIET);
        }
        List<String> words = new ArrayList<>();
        users.forEach((job, count) -> words.add(count == 1 ? job : job + " x" + count));
        return Cell.plain(String.join("+", words));
    }

    private static Table tasks(List<Job> jobs) {
        Table table = new Table(List.of("JOB", "TASK", "NODE", "GPUS", "EACH", "LINK BETWEEN THEM"));
        for (Job job : jobs) {
            for (Task task : job.getTasksList()) {
                if (task.getGrantsCount() > 0) {
                    table.row(
                            job.getGang().getName(),
                            task.getMember().getRole() + "-" + task.getMember().getIndex(),
                            task.getNode(),
                            JobText.slots(task),
                            JobText.share(task.getGrants(0)),
                            Links.summary(task.getLinksList()));
                }
            }
        }
        return table;
    }

    private static Table jobs(List<Job> jobs) {
        Table table = new Table(List.of("JOB", "PHASE", "RUNNING", "GPUS", "WHERE", "WHY"));
        for (Job job : jobs) {
            table.row(List.of(
                    Cell.plain(job.getGang().getName()),
                    Words.phase(job.getPhase()),
                    Cell.plain(JobText.members(job)),
                    Cell.plain(JobText.gpus(job)),
                    Cell.plain(JobText.places(JobText.placed(job))),
                    Cell.plain(JobText.why(job))));
        }
        return table;
    }
}
