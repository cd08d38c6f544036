package dev.basalt.cli.text;

import com.google.protobuf.Message;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.Finding;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** All that is worth saying of one resource, in lines. */
public final class Descriptions {
    private final Screen screen;
    private final long nowUnixMillis;

    public Descriptions(Screen screen, long nowUnixMillis) {
        this.screen = screen;
        this.nowUnixMillis = nowUnixMillis;
    }

    /** Lines for any resource that can be named. */
    public List<String> lines(Message resource) {
        return switch (resource) {
            case Job job -> job(job);
            case Node node -> node(node);
            case Queue queue -> queue(queue);
            case Gpu gpu -> gpu(gpu);
            case Decision decision -> decision(decision);
            case PriorityClass each -> priorityClass(each);
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
        addTable(lines, gpus);
        if (node.getLinks().getLinksCount() > 0) {
            lines.add("");
            lines.addAll(matrix(node.getLinks().getLinksList()).lines(screen));
        }
        return lines;
    }

    private List<String> queue(Queue queue) {
        var declared = queue.getQueue();
        List<String> lines = new ArrayList<>();
        fact(lines, "Queue", declared.getName());
        fact(lines, "Parent", declared.getParent());
        fact(lines, "State", Words.word(declared.getState()));
        fact(lines, "Weight", String.valueOf(Math.max(1, declared.getWeight())));
        fact(lines, "Priority", declared.getPriority() == 0 ? "" : String.valueOf(declared.getPriority()));
        boolean keeps = declared.hasReclaimable() && !declared.getReclaimable();
        fact(lines, "Keeps", keeps ? "what it uses beyond its right, even when others need it" : "");
        fact(
                lines,
                "Jobs",
                declared.getPendingGangCount() + " waiting, " + declared.getRunningGangCount() + " running");
        SortedSet<String> resources = new TreeSet<>();
        for (ResourceVector vector : List.of(
                declared.getAllocated(), declared.getCapability(), declared.getDeserved(), declared.getGuarantee())) {
            vector.getAmountsList().forEach(amount -> resources.add(amount.getName()));
        }
        Table table = new Table(List.of("RESOURCE", "USED", "LIMIT", "DESERVED", "GUARANTEED"));
        for (String resource : resources) {
            table.row(
                    Amounts.resourceName(resource),
                    amount(declared.getAllocated(), resource),
                    amount(declared.getCapability(), resource),
                    amount(declared.getDeserved(), resource),
                    amount(declared.getGuarantee(), resource));
        }
        addTable(lines, table);
        return lines;
    }

    private static String amount(ResourceVector vector, String resource) {
        return vector.getAmountsList().stream()
                .filter(amount -> amount.getName().equals(resource))
                .findFirst()
                .map(amount -> Amounts.amount(resource, amount.getAmount()))
                .orElse("");
    }

    private List<String> gpu(Gpu gpu) {
        var device = gpu.getDevice();
        List<String> lines = new ArrayList<>();
        fact(lines, "GPU", Rows.shortGpu(gpu.getName()));
        fact(lines, "UUID", device.getUuid());
        fact(lines, "Model", device.getModel());
        fact(
                lines,
                "MIG",
                device.hasMig()
                        ? device.getMig().getProfile() + " of "
                                + device.getMig().getParentUuid()
                        : "");
        Table.Cell health = Words.health(device.getHealth().getState());
        fact(lines, "Health", screen.toned(health.text(), health.tone()));
        String used = gpu.hasMemoryUsedMib() ? ", " + Amounts.mib(gpu.getMemoryUsedMib()) + " in use" : "";
        fact(
                lines,
                "Memory",
                Amounts.mib(gpu.getMemoryGrantedMib()) + " granted of "
                        + Amounts.mib(device.getMemoryTotalMib() - device.getMemoryReservedMib()) + used);
        String busy = gpu.hasGpuBusyPermille() ? ", busy " + Amounts.percent(gpu.getGpuBusyPermille()) : "";
        fact(lines, "Cores", Amounts.percent(gpu.getCoreGrantedPermille()) + " granted" + busy);
        fact(lines, "Power", gpu.hasPowerMilliwatt() ? gpu.getPowerMilliwatt() / 1000 + " W" : "");
        fact(lines, "Temperature", gpu.hasTemperatureCelsius() ? gpu.getTemperatureCelsius() + " C" : "");
        fact(lines, "PCI", device.getPciBusId());
        fact(lines, "NUMA node", device.hasNumaNode() ? String.valueOf(device.getNumaNode()) : "");
        fact(lines, "Held for", gpu.getHeldForGangUid());
        Table table = new Table(List.of("JOB", "POD", "CONTAINER", "MEMORY", "CORES", "LIMIT"));
        for (Grant grant : gpu.getGrantsList()) {
            table.row(
                    grant.getGangName().isEmpty() ? "" : grant.getNamespace() + "/" + grant.getGangName(),
                    grant.getPodName().isEmpty() ? grant.getKey().getPodUid() : grant.getPodName(),
                    grant.getKey().getContainer(),
                    grant.getExclusive() ? "all" : Amounts.mib(grant.getMemoryMib()),
                    grant.getExclusive() ? "all" : Amounts.percent(grant.getCorePermille()),
                    Words.word(grant.getState()));
        }
        addTable(lines, table);
        return lines;
    }

    private List<String> decision(Decision decision) {
        var made = decision.getDecision();
        List<String> lines = new ArrayList<>();
        fact(lines, "Decision", String.valueOf(made.getId()));
        fact(lines, "Says", decision.getText());
        fact(lines, "Made", ago(made.getDecidedUnixMillis()));
        fact(lines, "Kind", Words.word(made.getKind()));
        fact(
                lines,
                "Job",
                made.getGangName().isEmpty() ? made.getGangUid() : made.getNamespace() + "/" + made.getGangName());
        fact(lines, "Queue", made.getQueue());
        fact(lines, "Pod", made.getPodUid());
        fact(lines, "Node", String.join(", ", made.getNodesList()));
        made.getDeviceUuidsList().forEach(uuid -> fact(lines, "GPU", uuid));
        fact(lines, "Charges", Amounts.resources(made.getUse()));
        fact(lines, "Details", made.getDetail());
        fact(lines, "Cycle", made.getCycle() == 0 ? "" : made.getCycle() + " of epoch " + made.getEpoch());
        return lines;
    }

    private List<String> priorityClass(PriorityClass each) {
        List<String> lines = new ArrayList<>();
        fact(lines, "Class", each.getPriorityClass().getName());
        fact(lines, "Value", String.valueOf(each.getPriorityClass().getValue()));
        fact(lines, "Jobs", each.getGangCount() + " that have not ended");
        return lines;
    }

    private void addTable(List<String> lines, Table table) {
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(screen));
        }
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
