package dev.basalt.cli.text;

import com.google.protobuf.Message;
import dev.basalt.proto.admin.v1.Finding;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import java.util.ArrayList;
import java.util.List;

/** All that is worth saying of one resource, in lines. */
public final class Descriptions {
    private final Screen screen;
    private final long nowUnixMillis;

    public Descriptions(Screen screen, long nowUnixMillis) {
        this.screen = screen;
        this.nowUnixMillis = nowUnixMillis;
    }

    /** Lines for a job or a node; any other resource as YAML. */
    public List<String> lines(Message resource) {
        return switch (resource) {
            case Job job -> job(job);
            case Node node -> node(node);
            default -> Documents.yaml(Documents.tree(resource)).lines().toList();
        };
    }

    private List<String> job(Job job) {
        var gang = job.getGang();
        List<String> lines = new ArrayList<>();
        fact(lines, "Job", Rows.shortJob(job.getName()) + " (" + gang.getKind() + ", uid " + gang.getUid() + ")");
        fact(lines, "Queue", gang.getQueue());
        fact(
                lines,
                "Priority",
                gang.getPriorityClass().isEmpty() ? String.valueOf(gang.getPriority()) : gang.getPriorityClass());
        Table.Cell phase = Words.phase(job.getPhase());
        fact(lines, "Phase", screen.toned(phase.text(), phase.tone()));
        fact(
                lines,
                "Starts with",
                gang.getMinMember() + (gang.getMinMember() == 1 ? " member; " : " members together; ")
                        + JobText.members(job) + " run");
        fact(lines, "Submitted", ago(job.getCreatedUnixMillis()));
        fact(lines, "Started", ago(job.getStartedUnixMillis()));
        fact(lines, "Ended", ago(job.getEndedUnixMillis()));
        String place = job.getQueuePosition() == 0 ? "" : "number " + job.getQueuePosition() + " in its queue; ";
        String label = job.getPhase() == GangPhase.GANG_PHASE_FAILED ? "Failed" : "Waits";
        fact(lines, label, JobText.why(job).isEmpty() ? "" : place + JobText.why(job));
        for (Finding warning : job.getWarningsList()) {
            fact(lines, "Warning", warning.getField() + " " + warning.getMessage() + " " + warning.getHint());
        }
        if (job.getTasksCount() > 0) {
            lines.add("");
            lines.addAll(tasks(job.getTasksList()).lines(screen));
        }
        return lines;
    }

    private String ago(long unixMillis) {
        return unixMillis == 0 ? "" : Amounts.age(unixMillis, nowUnixMillis) + " ago";
    }

    /** One row per task, with its GPUs and the links between them. */
    public static Table tasks(List<Task> tasks) {
        Table table = new Table(List.of("TASK", "PHASE", "NODE", "GPUS", "EACH", "LINKS", "LIMITS", "EXIT"));
        for (Task task : tasks) {
            List<Table.Cell> row = new ArrayList<>();
            row.add(Table.Cell.plain(
                    task.getMember().getRole() + "-" + task.getMember().getIndex()));
            row.add(Words.phase(task.getPhase()));
            row.add(Table.Cell.plain(task.getNode()));
            row.add(Table.Cell.plain(JobText.slots(task)));
            row.add(Table.Cell.plain(task.getGrantsCount() == 0 ? "" : JobText.share(task.getGrants(0))));
            row.add(Table.Cell.plain(Links.summary(task.getLinksList())));
            row.add(Table.Cell.plain(limits(task.getGrantsList())));
            row.add(Table.Cell.plain(exit(task)));
            table.row(row);
        }
        return table;
    }

    private static String limits(List<Grant> grants) {
        return grants.stream()
                .map(grant -> Words.word(grant.getState()))
                .distinct()
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private static String exit(Task task) {
        if (task.getExitSignal() != 0) {
            return "signal " + task.getExitSignal();
        }
        return task.hasExitCode() ? String.valueOf(task.getExitCode()) : "";
    }

    private List<String> node(Node node) {
        List<String> lines = new ArrayList<>();
        fact(lines, "Node", node.getDescription().getName());
        Table.Cell state = Words.state(node.getState());
        fact(lines, "State", screen.toned(state.text(), state.tone()));
        fact(lines, "Agent", node.getAgentVersion());
        fact(lines, "Driver", node.getDriverVersion());
        fact(lines, "Has", Amounts.resources(node.getDescription().getAllocatable()));
        fact(lines, "Taken", Amounts.resources(node.getAllocated()));
        node.getDescription().getLabelsMap().entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(label -> fact(lines, "Label", label.getKey() + "=" + label.getValue()));
        Rows rows = new Rows(false, nowUnixMillis);
        Table gpus = new Table(rows.gpuHeaders());
        node.getGpusList().forEach(gpu -> gpus.row(rows.row(gpu)));
        if (!gpus.isEmpty()) {
            lines.add("");
            lines.addAll(gpus.lines(screen));
        }
        if (node.getLinks().getLinksCount() > 0) {
            lines.add("");
            lines.addAll(matrix(node.getLinks().getLinksList()).lines(screen));
        }
        return lines;
    }

    /** Links as {@code nvidia-smi topo -m} shows them. */
    static Table matrix(List<DeviceLink> links) {
        int count = links.stream().mapToInt(DeviceLink::getSlotB).max().orElse(0) + 1;
        String[][] words = new String[count][count];
        for (DeviceLink link : links) {
            words[link.getSlotA()][link.getSlotB()] = Links.word(link);
            words[link.getSlotB()][link.getSlotA()] = Links.word(link);
        }
        List<String> headers = new ArrayList<>(List.of(""));
        for (int slot = 0; slot < count; slot++) {
            headers.add("GPU" + slot);
        }
        Table table = new Table(headers);
        for (int slot = 0; slot < count; slot++) {
            List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.plain("GPU" + slot)));
            for (int other = 0; other < count; other++) {
                String word = words[slot][other];
                row.add(Table.Cell.plain(slot == other ? "X" : word == null ? "" : word));
            }
            table.row(row);
        }
        return table;
    }

    private void fact(List<String> lines, String name, String value) {
        if (!value.isEmpty()) {
            lines.add(screen.toned(String.format("%-12s", name + ":"), Screen.Tone.QUIET) + " " + value);
        }
    }
}
