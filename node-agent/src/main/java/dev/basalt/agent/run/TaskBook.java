package dev.basalt.agent.run;

import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.HeldGrant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All tasks of the node. What is to be done follows from what is on disk, so that {@link #poll} is the whole life of a
 * task: whoever calls it, this agent or the next, brings each task one step further.
 */
public final class TaskBook {
    private static final Logger LOG = LoggerFactory.getLogger(TaskBook.class);

    /** So many polls are between two looks at whether a task's supervisor still lives. */
    private static final int ATTENDANCE_EVERY = 10;

    private final TaskStore store;
    private final Supervisor supervisor;
    private final LimitKeeper limits;
    private final String node;
    private final SortedMap<ContainerKey, Task> tasks = new TreeMap<>();
    /** Folders of tasks that nobody can ask for and of which something may still run, with why. */
    private final Map<ContainerFolder, String> abandoned = new LinkedHashMap<>();

    /** Those of them of which was said that they cannot be ended yet. */
    private final SortedSet<Path> troubledFolders = new TreeSet<>();

    private long nextArrival = 1;
    private long polls;

    /** Recovers what the last agent knew. */
    public TaskBook(Path root, RunCodec codec, Supervisor supervisor, LimitKeeper limits, String node)
            throws IOException {
        this.store = new TaskStore(root, codec);
        this.supervisor = supervisor;
        this.limits = limits;
        this.node = node;
        TaskStore.Recovered recovered = store.recover();
        for (Task task : recovered.tasks()) {
            tasks.put(task.key(), task);
            nextArrival = Math.max(nextArrival, task.arrival() + 1);
            settle(task);
        }
        recovered.unreadable().forEach(this::abandon);
        endAbandoned();
        LOG.info("recovered tasks count={} alive={}", tasks.size(), alive().size());
    }

    /** One task that cannot be looked after now harms no other: the next poll tries again. */
    private void settle(Task task) {
        try {
            task.saw(supervisor.settle(task.folder()));
            if (task.folder().stopRequested()) {
                supervisor.signalStop(task.folder());
            }
        } catch (IOException failed) {
            troubled(task, failed);
        }
    }

    /** Nobody can ever ask for a task whose order cannot be read, so nothing of it may go on using its GPUs. */
    private void abandon(ContainerFolder folder, String why) {
        LOG.error(
                "a task is lost, what ran of it is ended: {}. Maybe remove {} once it was looked at",
                why,
                folder.path());
        abandoned.put(folder, why);
    }

    /**
     * A process that was forked and has not become the task yet carries no mark: it is looked for until all is over.
     */
    private void endAbandoned() {
        abandoned.entrySet().removeIf(entry -> {
            try {
                return supervisor.abandon(entry.getKey(), entry.getValue());
            } catch (IOException failed) {
                if (troubledFolders.add(entry.getKey().path())) {
                    LOG.error(
                            "cannot end what runs of {}, will try again: {}",
                            entry.getKey().path(),
                            failed.toString());
                }
                return false;
            }
        });
    }

    private static void troubled(Task task, IOException failed) {
        if (task.isNewTrouble(failed.toString())) {
            LOG.error(
                    "cannot look after pod={} container={}, will try again: {}",
                    task.key().podUid(),
                    task.key().container(),
                    failed.toString());
        }
    }

    /** Takes an order, or answers why not. A task that is known is not started again. */
    public Optional<TaskEvent> run(RunOrder order) {
        Task known = tasks.get(order.task());
        if (known != null) {
            boolean waits = known.status() instanceof ContainerStatus.NotStarted;
            return waits ? Optional.empty() : Optional.of(tell(known));
        }
        Optional<RunRefusal> refusal = RunRefusal.of(order, limits.book());
        if (refusal.isPresent()) {
            return Optional.of(refuse(order, refusal.get()));
        }
        try {
            limits.see(order.revision().epoch());
            limits.beforeStart(
                    order.task()); // also for one that waits for its init containers: no deadline may end it now
            tasks.put(order.task(), store.add(order, nextArrival++));
            return Optional.empty();
        } catch (IOException failed) {
            return Optional.of(refuse(order, new RunRefusal.NotStored(failed.toString())));
        } catch (IllegalArgumentException unsafe) {
            return Optional.of(refuse(order, new RunRefusal.BadOrder(String.valueOf(unsafe.getMessage()))));
        }
    }

    /** Asks a task to end; without a grace its order's counts. Unknown tasks are over already. */
    public void stop(ContainerKey key, Optional<Long> graceMillis) {
        Task task = tasks.get(key);
        if (task != null && !task.status().over()) {
            try {
                supervisor.stop(task.folder(), graceMillis.orElse(task.order().graceMillis()));
            } catch (IOException failed) {
                LOG.error("cannot stop pod={} container={}: {}", key.podUid(), key.container(), failed.toString());
            }
        }
    }

    /** The end of a task is stored elsewhere: ends what is left of it and forgets it. */
    public Optional<TaskEvent> release(ContainerKey key) {
        Task task = tasks.get(key);
        if (task == null) {
            return Optional.of(new TaskEvent.Forgotten(key));
        }
        task.forget();
        stop(key, Optional.of(0L));
        return Optional.empty();
    }

    /** Brings every task one step further; answers what is new. */
    public List<TaskEvent> poll() {
        var events = new ArrayList<TaskEvent>();
        polls++;
        stopTasksWithoutGrants();
        endAbandoned();
        for (Task task : inOrderOfArrival()) {
            try {
                step(task, events);
                task.isNewTrouble("");
            } catch (IOException failed) {
                troubled(task, failed);
            }
        }
        return events;
    }

    /** What there is to say about every known task to a scheduler that may know nothing. */
    public List<TaskEvent> everything() {
        return inOrderOfArrival().stream()
                .filter(task -> !(task.status() instanceof ContainerStatus.NotStarted))
                .map(this::tell)
                .toList();
    }

    /** Every known task with its status, by key. */
    public SortedMap<ContainerKey, TaskView> views() {
        var views = new TreeMap<ContainerKey, TaskView>();
        tasks.forEach((key, task) -> views.put(key, new TaskView(task.order(), task.status())));
        return views;
    }

    /** A task and how far it has come. */
    public record TaskView(RunOrder order, ContainerStatus status) {}

    /** Containers of which something lives, or will. */
    public SortedSet<ContainerKey> alive() {
        var alive = new TreeSet<ContainerKey>();
        tasks.forEach((key, task) -> {
            if (!task.status().over()) {
                alive.add(key);
            }
        });
        return alive;
    }

    /** Containers by the process ids that all their processes descend from. */
    public Map<Long, ContainerKey> supervisors() {
        var byPid = new TreeMap<Long, ContainerKey>();
        tasks.forEach((key, task) -> {
            if (task.status() instanceof ContainerStatus.Running running) {
                byPid.put(running.start().supervisor().pid(), key);
                byPid.put(running.start().guard().pid(), key);
            }
        });
        return byPid;
    }

    /** Where a task's output is; empty if the task is not known. */
    public Optional<Path> output(ContainerKey key) {
        return Optional.ofNullable(tasks.get(key)).map(task -> task.folder().output());
    }

    /** True when nothing more will be written to a task's output. */
    public boolean over(ContainerKey key) {
        Task task = tasks.get(key);
        return task == null || task.status().over();
    }

    private void step(Task task, List<TaskEvent> events) throws IOException {
        boolean runsOn = task.status() instanceof ContainerStatus.Running
                && task.folder().seemsToRun()
                && polls % ATTENDANCE_EVERY != 0;
        if (!runsOn && !task.status().over()) {
            task.saw(supervisor.settle(task.folder()));
        }
        if (task.status() instanceof ContainerStatus.NotStarted) {
            begin(task);
        } else if (task.status() instanceof ContainerStatus.Running && PodRules.sidecarIsDone(task, podOf(task))) {
            stop(task.key(), Optional.empty());
        }
        if (task.shouldReportStart() || (task.shouldReportEnd() && !task.forgetting())) {
            log(task);
            events.add(tell(task));
        }
        if (task.forgetting() && task.status().over()) {
            store.remove(task.key());
            tasks.remove(task.key());
            events.add(new TaskEvent.Forgotten(task.key()));
        }
    }

    private void begin(Task task) throws IOException {
        if (task.folder().stopRequested()) {
            giveUp(task, "stopped before it was started");
            return;
        }
        switch (PodRules.next(task, podOf(task))) {
            case PodRules.Next.Wait ignored -> {}
            case PodRules.Next.GiveUp never -> giveUp(task, never.reason());
            case PodRules.Next.Start ignored -> start(task);
        }
    }

    private void start(Task task) throws IOException {
        RunOrder order = task.order();
        limits.beforeStart(order.task());
        try {
            task.folder()
                    .prepare(
                            task.command(),
                            TaskEnvironment.of(order, node, limits.folders().folder(order.task()), System::getenv));
            for (String warning : task.warnings()) {
                Files.writeString(
                        task.folder().output(),
                        "basalt: " + warning + "\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING);
            }
            String wanted = order.workFolder();
            supervisor.start(task.folder(), wanted.isEmpty() ? store.workFolder(order.task()) : Path.of(wanted));
            task.saw(task.folder().status());
        } catch (IOException failed) {
            giveUp(task, "could not be started: " + failed.getMessage());
        }
    }

    private static void giveUp(Task task, String reason) throws IOException {
        task.folder().declareLost(reason);
        task.saw(task.folder().status());
    }

    /** Grants that were taken back are free only when their container has ended. */
    private void stopTasksWithoutGrants() {
        for (HeldGrant held : limits.book().held().values()) {
            Task task = tasks.get(held.grant().key().containerKey());
            if (held.releasing() && task != null && !task.folder().stopRequested()) {
                stop(task.key(), Optional.empty());
            }
        }
    }

    private List<Task> podOf(Task task) {
        return tasks.values().stream()
                .filter(other -> other.key().podUid().equals(task.key().podUid()))
                .toList();
    }

    private List<Task> inOrderOfArrival() {
        return tasks.values().stream()
                .sorted(Comparator.comparingLong(Task::arrival))
                .toList();
    }

    private TaskEvent tell(Task task) {
        return switch (task.status()) {
            case ContainerStatus.Running running ->
                new TaskEvent.Started(task.order(), running.start(), task.warnings());
            case ContainerStatus.Ending ending -> new TaskEvent.Started(task.order(), ending.start(), task.warnings());
            case ContainerStatus.Ended ended -> new TaskEvent.Exited(task.order(), ended);
            case ContainerStatus.Lost lost -> new TaskEvent.Exited(task.order(), lost);
            case ContainerStatus.NotStarted ignored ->
                throw new IllegalStateException(
                        "There is nothing to say yet about a task that was not started: " + task.key());
        };
    }

    private static TaskEvent refuse(RunOrder order, RunRefusal reason) {
        LOG.warn(
                "refuse run pod={} container={} reason={}",
                order.task().podUid(),
                order.task().container(),
                reason);
        return new TaskEvent.Refused(order, reason);
    }

    private static void log(Task task) {
        LOG.info(
                "task pod={} container={} gang={} phase={} status={}",
                task.key().podUid(),
                task.key().container(),
                task.order().member().gangName(),
                task.order().phase(),
                task.status());
    }
}
