package dev.basalt.cli.demo;

import dev.basalt.cli.text.Links;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the demo claims of its jobs, compared with what the scheduler says. Pure. */
final class Claims {
    private Claims() {}

    static Job job(List<Job> jobs, String name) {
        return jobs.stream()
                .filter(job -> job.getGang().getName().equals(name))
                .findFirst()
                .orElse(Job.getDefaultInstance());
    }

    static long running(Job job) {
        return job.getTasksList().stream()
                .filter(task -> task.getPhase() == TaskPhase.TASK_PHASE_RUNNING)
                .count();
    }

    /** True for a gang that has nothing and says why. */
    static boolean waits(Job job) {
        return Grants.devices(job).isEmpty() && !job.getWaitingText().isEmpty();
    }

    static List<Check> ofFirst(List<Job> jobs, List<Gpu> gpus) {
        List<Check> checks = new ArrayList<>();
        checks.addAll(sweep(job(jobs, "sweep")));
        checks.addAll(rivals(job(jobs, "pretrain-a"), job(jobs, "pretrain-b")));
        checks.addAll(chat(job(jobs, "chat")));
        Job render = job(jobs, "render");
        checks.add(Check.that(
                "render has 2 GPUs of one machine",
                "2 on 1",
                Grants.devices(render).size() + " on " + nodes(render).size()));
        Job giant = job(jobs, "giant");
        checks.add(Check.that("giant holds nothing", 0, Grants.devices(giant).size()));
        checks.add(Check.that(
                "giant's reason cannot pass by waiting",
                false,
                giant.getWaitingReason().getCanPassByWaiting()));
        checks.add(Check.that("no GPU is granted beyond what it has", "[]", Grants.overbooked(gpus)));
        return checks;
    }

    private static List<Check> sweep(Job sweep) {
        SortedSet<String> links = new TreeSet<>();
        sweep.getTasksList().forEach(task -> task.getLinksList().forEach(link -> links.add(Links.word(link))));
        return List.of(
                Check.that("sweep runs whole", "8 of 8", running(sweep) + " of " + sweep.getTasksCount()),
                Check.that("sweep's tasks have 2 GPUs each, none twice", "8 x 2, 16 different", pairs(sweep)),
                Check.that("sweep lies on the fewest machines", "[a100-1, a100-2]", nodes(sweep)),
                Check.that("every pair of sweep is joined by NVLink", "[NV12]", links));
    }

    private static String pairs(Job job) {
        long pairs = job.getTasksList().stream()
                .filter(task -> task.getGrantsCount() == 2)
                .count();
        return pairs + " x 2, " + Grants.devices(job).size() + " different";
    }

    private static List<Check> rivals(Job first, Job second) {
        long withoutNvlink = first.getTasksList().stream()
                .map(Task::getLinksList)
                .filter(links -> links.stream().noneMatch(Claims::nvlink))
                .count();
        return List.of(
                Check.that("pretrain-a runs whole", "3 of 3", running(first) + " of " + first.getTasksCount()),
                Check.that("pretrain-a's tasks have 2 GPUs each, none twice", "3 x 2, 6 different", pairs(first)),
                Check.that("pairs of pretrain-a without NVLink", 0, withoutNvlink),
                Check.that(
                        "pretrain-b holds no GPU while 2 are free",
                        0,
                        Grants.devices(second).size()),
                Check.that("pretrain-b runs nothing", 0, running(second)),
                Check.yes(
                        "pretrain-b says why it waits", !second.getWaitingText().isEmpty(), "it says nothing"));
    }

    private static boolean nvlink(DeviceLink link) {
        return link.getNvlinkActiveCount() > 0;
    }

    private static List<Check> chat(Job chat) {
        long memoryMib = Grants.of(chat).mapToLong(Grant::getMemoryMib).sum();
        int corePermille = Grants.of(chat).mapToInt(Grant::getCorePermille).sum();
        return List.of(
                Check.that("chat runs whole", "4 of 4", running(chat) + " of " + chat.getTasksCount()),
                Check.that(
                        "chat's four tasks share one GPU",
                        1,
                        Grants.devices(chat).size()),
                Check.that(
                        "together they may use",
                        "32768 MiB, 1000 permille",
                        memoryMib + " MiB, " + corePermille + " permille"));
    }

    static List<Check> ofLast(List<Job> jobs) {
        Job first = job(jobs, "pretrain-a");
        Job second = job(jobs, "pretrain-b");
        long ended = first.getTasksList().stream()
                .filter(task -> task.hasExitCode() && task.getExitCode() == 0)
                .count();
        return List.of(
                Check.that("pretrain-a has ended well", GangPhase.GANG_PHASE_COMPLETED, first.getPhase()),
                Check.that("exit codes 0 that were kept", "3 of 3", ended + " of " + first.getTasksCount()),
                Check.that("pretrain-b runs whole now", "3 of 3", running(second) + " of " + second.getTasksCount()),
                Check.that("pretrain-b's tasks have 2 GPUs each, none twice", "3 x 2, 6 different", pairs(second)));
    }

    private static SortedSet<String> nodes(Job job) {
        SortedSet<String> nodes = new TreeSet<>();
        job.getTasksList().forEach(task -> nodes.add(task.getNode()));
        return nodes;
    }
}
