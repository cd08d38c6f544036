package dev.basalt.cli.text;

import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.MemberGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a job has, in short. */
public final class JobText {
    private JobText() {}

    /** Members that run, of those that are wanted: {@code 8/8}. */
    public static String members(Job job) {
        long running = job.getTasksList().stream()
                .filter(task -> task.getPhase() == TaskPhase.TASK_PHASE_RUNNING)
                .count();
        int desired = job.getGang().getGroupsList().stream()
                .mapToInt(JobText::desired)
                .sum();
        return running + "/" + Math.max(desired, job.getTasksCount());
    }

    private static int desired(MemberGroup group) {
        return group.getGroupsCount() == 0
                ? group.getDesiredMemberCount()
                : group.getGroupsList().stream().mapToInt(JobText::desired).sum();
    }

    /** GPUs that the job holds: {@code 16}, {@code 1 share}, empty when none. */
    public static String gpus(Job job) {
        SortedSet<String> whole = new TreeSet<>();
        int shares = 0;
        for (Task task : placed(job)) {
            for (Grant grant : task.getGrantsList()) {
                if (!grant.getExclusive()) {
                    shares++;
                } else {
                    whole.add(grant.getKey().getDeviceUuid());
                }
            }
        }
        String shared = shares == 0 ? "" : shares + (shares == 1 ? " share" : " shares");
        if (whole.isEmpty()) {
            return shared;
        }
        return whole.size() + (shared.isEmpty() ? "" : " + " + shared);
    }

    /** Slots on each node: {@code node-a[0-3,6] node-b[0]}. */
    public static String places(List<Task> tasks) {
        SortedMap<String, SortedSet<Integer>> slots = new TreeMap<>();
        for (Task task : tasks) {
            if (!task.getNode().isEmpty()) {
                SortedSet<Integer> own = slots.computeIfAbsent(task.getNode(), node -> new TreeSet<>());
                task.getGrantsList().forEach(grant -> own.add(grant.getDeviceSlot()));
            }
        }
        List<String> words = new ArrayList<>();
        slots.forEach((node, numbers) -> words.add(numbers.isEmpty() ? node : node + "[" + ranges(numbers) + "]"));
        return String.join(" ", words);
    }

    /** Why a job does not run, or has failed; empty when it runs, or has ended well. */
    public static String why(Job job) {
        return switch (job.getPhase()) {
            case GANG_PHASE_RUNNING, GANG_PHASE_COMPLETED, GANG_PHASE_STARTING, GANG_PHASE_STOPPING -> "";
            case GANG_PHASE_FAILED -> job.getWaitingText().isEmpty() ? failure(job) : job.getWaitingText();
            case GANG_PHASE_UNSPECIFIED,
                    GANG_PHASE_INCOMPLETE,
                    GANG_PHASE_PENDING,
                    GANG_PHASE_DEGRADED,
                    GANG_PHASE_REJECTED,
                    GANG_PHASE_QUARANTINED,
                    UNRECOGNIZED -> job.getWaitingText();
        };
    }

    /** How the first task that did not end well has ended. */
    private static String failure(Job job) {
        for (Task task : job.getTasksList()) {
            String name = task.getMember().getRole() + "-" + task.getMember().getIndex();
            if (task.getExitSignal() != 0) {
                return name + " was ended by signal " + task.getExitSignal();
            }
            if (task.hasExitCode() && task.getExitCode() != 0) {
                return name + " ended with exit code " + task.getExitCode();
            }
        }
        return "";
    }

    /** Tasks that have a place now; those that have ended gave theirs back. */
    public static List<Task> placed(Job job) {
        return job.getTasksList().stream()
                .filter(task -> switch (task.getPhase()) {
                    case TASK_PHASE_PLACED,
                            TASK_PHASE_BOUND,
                            TASK_PHASE_RUNNING,
                            TASK_PHASE_STOPPING,
                            TASK_PHASE_LOST -> true;
                    case TASK_PHASE_UNSPECIFIED,
                            TASK_PHASE_PENDING,
                            TASK_PHASE_SUCCEEDED,
                            TASK_PHASE_FAILED,
                            UNRECOGNIZED -> false;
                })
                .toList();
    }

    /** Slots of a task's GPUs: {@code 0-1}. */
    public static String slots(Task task) {
        SortedSet<Integer> slots = new TreeSet<>();
        task.getGrantsList().forEach(grant -> slots.add(grant.getDeviceSlot()));
        return ranges(slots);
    }

    /** Numbers as ranges: {@code 0-3,6}. */
    static String ranges(SortedSet<Integer> numbers) {
        StringBuilder ranges = new StringBuilder();
        Integer start = null;
        int previous = 0;
        for (int number : numbers) {
            if (start == null || number != previous + 1) {
                ranges.append(start == null ? "" : start == previous ? "," : "-" + previous + ",")
                        .append(number);
                start = number;
            }
            previous = number;
        }
        return start == null || start == previous ? ranges.toString() : ranges + "-" + previous;
    }

    /** What one grant gives: {@code whole}, {@code 5120 MiB, 30 %}. */
    public static String share(Grant grant) {
        if (grant.getExclusive()) {
            return "whole";
        }
        String cores = grant.getCorePermille() == 0 ? "" : ", " + Amounts.percent(grant.getCorePermille());
        return Amounts.mib(grant.getMemoryMib()) + cores;
    }
}
