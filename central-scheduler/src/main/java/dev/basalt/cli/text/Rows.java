package dev.basalt.cli.text;

import com.google.protobuf.Message;
import dev.basalt.cli.text.Screen.Tone;
import dev.basalt.cli.text.Table.Cell;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** One row per resource; wide rows have more columns. */
public final class Rows {
    private final boolean wide;
    private final long nowUnixMillis;

    public Rows(boolean wide, long nowUnixMillis) {
        this.wide = wide;
        this.nowUnixMillis = nowUnixMillis;
    }

    public List<String> jobHeaders() {
        return headers("JOB", "QUEUE", "PHASE", "RUNNING", "GPUS", "WHERE", "AGE", "WHY", "PRIORITY", "LINKS", "UID");
    }

    public List<String> queueHeaders() {
        return headers("QUEUE", "WEIGHT", "USED", "LIMIT", "WAITING", "RUNNING", "PARENT", "", "DESERVED", "STATE");
    }

    public List<String> nodeHeaders() {
        return headers(
                "NODE", "STATE", "GPUS", "FREE", "MODEL", "CPU AND MEMORY", "SEEN", "", "TAKEN", "AGENT", "DRIVER");
    }

    public List<String> gpuHeaders() {
        return headers("GPU", "MODEL", "HEALTH", "GRANTED", "CORES", "IN USE", "BUSY", "JOBS", "UUID", "POWER", "TEMP");
    }

    public List<String> decisionHeaders() {
        return headers("DECISION", "WHEN", "KIND", "JOB", "TEXT", "", "", "", "CYCLE", "EPOCH");
    }

    public List<String> priorityClassHeaders() {
        return headers("PRIORITY CLASS", "VALUE", "JOBS");
    }

    /** The first eight that have a name, and when wide the rest, too. */
    private List<String> headers(String... names) {
        List<String> headers = new ArrayList<>();
        for (int index = 0; index < names.length && (wide || index < 8); index++) {
            if (!names[index].isEmpty()) {
                headers.add(names[index]);
            }
        }
        return headers;
    }

    /**
     * The row of any resource.
     *
     * @throws IllegalArgumentException when it is of a kind that has no rows
     */
    public List<Cell> row(Message resource) {
        return switch (resource) {
            case Job job -> job(job);
            case Queue queue -> queue(queue);
            case Node node -> node(node);
            case Gpu gpu -> gpu(gpu);
            case Decision decision -> decision(decision);
            case PriorityClass each ->
                cells(
                        last(each.getName()),
                        String.valueOf(each.getPriorityClass().getValue()),
                        String.valueOf(each.getGangCount()));
            default ->
                throw new IllegalArgumentException(
                        resource.getDescriptorForType().getFullName() + " has no rows");
        };
    }

    private List<Cell> job(Job job) {
        List<Cell> row = cells(shortJob(job.getName()), job.getGang().getQueue());
        row.add(Words.phase(job.getPhase()));
        row.addAll(cells(
                JobText.members(job),
                JobText.gpus(job),
                JobText.places(JobText.placed(job)),
                Amounts.age(job.getCreatedUnixMillis(), nowUnixMillis),
                JobText.why(job)));
        if (wide) {
            List<DeviceLink> links = new ArrayList<>();
            JobText.placed(job).forEach(task -> links.addAll(task.getLinksList()));
            String priority = job.getGang().getPriorityClass().isEmpty()
                    ? String.valueOf(job.getGang().getPriority())
                    : job.getGang().getPriorityClass();
            row.addAll(cells(priority, Links.summary(links), job.getGang().getUid()));
        }
        return row;
    }

    private List<Cell> queue(Queue queue) {
        var declared = queue.getQueue();
        List<Cell> row = cells(
                last(queue.getName()),
                String.valueOf(Math.max(1, declared.getWeight())),
                Amounts.resources(declared.getAllocated()),
                Amounts.resources(declared.getCapability()),
                String.valueOf(declared.getPendingGangCount()),
                String.valueOf(declared.getRunningGangCount()),
                declared.getParent());
        if (wide) {
            row.addAll(cells(Amounts.resources(declared.getDeserved()), Words.word(declared.getState())));
        }
        return row;
    }

    private List<Cell> node(Node node) {
        List<Cell> row = cells(last(node.getName()));
        row.add(Words.state(node.getState()));
        row.addAll(cells(
                String.valueOf(node.getGpuCount()),
                String.valueOf(node.getFreeGpuCount()),
                models(node.getGpusList()),
                Amounts.resources(node.getDescription().getAllocatable()),
                node.hasLastHeartbeatAgeMillis() ? Amounts.span(node.getLastHeartbeatAgeMillis()) + " ago" : ""));
        if (wide) {
            row.addAll(cells(Amounts.resources(node.getAllocated()), node.getAgentVersion(), node.getDriverVersion()));
        }
        return row;
    }

    private static String models(List<Gpu> gpus) {
        SortedSet<String> models = new TreeSet<>();
        gpus.forEach(gpu -> models.add(gpu.getDevice().getModel()));
        return String.join(", ", models);
    }

    private List<Cell> gpu(Gpu gpu) {
        var device = gpu.getDevice();
        List<Cell> row = cells(shortGpu(gpu.getName()), device.getModel());
        row.add(Words.health(device.getHealth().getState()));
        row.addAll(cells(
                Amounts.mib(gpu.getMemoryGrantedMib()) + " of "
                        + Amounts.mib(device.getMemoryTotalMib() - device.getMemoryReservedMib()),
                Amounts.percent(gpu.getCoreGrantedPermille()),
                gpu.hasMemoryUsedMib() ? Amounts.mib(gpu.getMemoryUsedMib()) : "",
                gpu.hasGpuBusyPermille() ? Amounts.percent(gpu.getGpuBusyPermille()) : "",
                jobs(gpu.getGrantsList())));
        if (wide) {
            row.addAll(cells(
                    device.getUuid(),
                    gpu.hasPowerMilliwatt() ? gpu.getPowerMilliwatt() / 1000 + " W" : "",
                    gpu.hasTemperatureCelsius() ? gpu.getTemperatureCelsius() + " C" : ""));
        }
        return row;
    }

    private static String jobs(List<Grant> grants) {
        SortedSet<String> jobs = new TreeSet<>();
        grants.forEach(grant -> jobs.add(grant.getGangName().isEmpty() ? grant.getPodName() : grant.getGangName()));
        return String.join(", ", jobs);
    }

    private List<Cell> decision(Decision decision) {
        var made = decision.getDecision();
        List<Cell> row = cells(
                String.valueOf(made.getId()),
                Amounts.age(made.getDecidedUnixMillis(), nowUnixMillis),
                Words.word(made.getKind()),
                made.getGangName().isEmpty() ? "" : made.getNamespace() + "/" + made.getGangName(),
                decision.getText());
        if (wide) {
            row.addAll(cells(String.valueOf(made.getCycle()), String.valueOf(made.getEpoch())));
        }
        return row;
    }

    private static List<Cell> cells(String... texts) {
        List<Cell> cells = new ArrayList<>();
        for (String text : texts) {
            cells.add(new Cell(text.isEmpty() ? "-" : text, text.isEmpty() ? Tone.QUIET : Tone.PLAIN));
        }
        return cells;
    }

    /** {@code namespaces/team/jobs/train} as {@code team/train}. */
    public static String shortJob(String name) {
        String[] parts = name.split("/", -1);
        return parts.length == 4 ? parts[1] + "/" + parts[3] : name;
    }

    /** {@code nodes/a/gpus/3} as {@code a/3}. */
    static String shortGpu(String name) {
        String[] parts = name.split("/", -1);
        return parts.length == 4 ? parts[1] + "/" + parts[3] : name;
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
