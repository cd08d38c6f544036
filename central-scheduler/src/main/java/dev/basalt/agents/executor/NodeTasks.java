package dev.basalt.agents.executor;

import dev.basalt.agents.PodIndex;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.executor.v1.AttachAccepted;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.executor.v1.TaskState;
import dev.basalt.transport.Outbound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one node: what was asked of its executor and what it answered. What it has not answered for is asked
 * again when it attaches anew. Every method answers what the core has to know now.
 */
final class NodeTasks {
    private final String nodeName;
    private final PodIndex pods;
    private final TreeMap<String, PodRun> runs = new TreeMap<>();
    private final TreeMap<String, Effect.Bind> unansweredBinds = new TreeMap<>();
    private final TreeMap<String, Effect.Evict> unansweredStops = new TreeMap<>();
    /** Pods whose commands went out over this very stream. */
    private final TreeSet<String> sentHere = new TreeSet<>();

    private @Nullable Attached attached;

    NodeTasks(String nodeName, PodIndex pods) {
        this.nodeName = nodeName;
        this.pods = pods;
    }

    private record Attached(Outbound<ExecutorCommand> outbound, Event.Session session) {}

    /** News of one pod for the core; {@code over} when nothing of it runs any more. */
    record News(List<Event> events, String podUid, boolean over) {}

    /** An executor attached and says what it knows. */
    synchronized List<News> attach(
            Outbound<ExecutorCommand> outbound, Event.Session session, AttachAccepted accepted, List<TaskState> tasks) {
        attached = new Attached(outbound, session);
        sentHere.clear();
        runs.values().forEach(PodRun::tellAgain);
        outbound.send(ExecutorCommand.newBuilder().setAttachAccepted(accepted).build());
        TreeSet<String> touched = new TreeSet<>(runs.keySet());
        for (TaskState task : tasks) {
            String podUid = task.getTask().getPodUid();
            touched.add(podUid);
            if (task.hasExited()) {
                run(task.getTask()).exited(task.getExited());
            } else if (task.getStartedUnixMillis() > 0) {
                run(task.getTask()).started(task.getTask().getContainer());
            }
        }
        List<News> news = new ArrayList<>();
        touched.forEach(podUid -> news(podUid).ifPresent(news::add));
        List.copyOf(unansweredBinds.values()).forEach(this::sendRuns);
        List.copyOf(unansweredStops.values()).forEach(stop -> news.addAll(sendStops(stop)));
        return news;
    }

    synchronized void detach(Outbound<ExecutorCommand> outbound) {
        if (attached != null && attached.outbound() == outbound) {
            attached = null;
            sentHere.clear();
        }
    }

    /** The stream that commands go out on; null while none is attached. */
    synchronized @Nullable Outbound<ExecutorCommand> outbound() {
        return attached == null ? null : attached.outbound();
    }

    /** Runs a pod. One that is known already is not run again; what is known of it is told again. */
    synchronized List<News> bind(Effect.Bind bind) {
        PodRun run = runs.computeIfAbsent(bind.podUid(), podUid -> new PodRun(bind.containers()));
        boolean isNew = bind.containers().stream().noneMatch(container -> run.knows(container.name()));
        unansweredBinds.put(bind.podUid(), bind);
        if (isNew) {
            sendRuns(bind);
            return List.of();
        }
        run.tellAgain();
        return news(bind.podUid()).stream().toList();
    }

    /** Ends a pod. */
    synchronized List<News> evict(Effect.Evict evict) {
        unansweredStops.put(evict.podUid(), evict);
        unansweredBinds.remove(evict.podUid());
        return attached == null ? List.of() : sendStops(evict);
    }

    synchronized List<News> started(TaskKey task) {
        run(task).started(task.getContainer());
        return news(task.getPodUid()).stream().toList();
    }

    synchronized List<News> exited(Exited exited) {
        run(exited.getTask()).exited(exited);
        return news(exited.getTask().getPodUid()).stream().toList();
    }

    synchronized List<News> refused(TaskKey task, String why) {
        run(task).refused(task.getContainer(), why);
        return news(task.getPodUid()).stream().toList();
    }

    synchronized List<News> forgotten(TaskKey task) {
        PodRun run = runs.get(task.getPodUid());
        if (run == null) {
            return List.of();
        }
        run.forgotten(task.getContainer());
        Optional<News> news = news(task.getPodUid());
        if (news.isEmpty() && run.isOver()) {
            forget(task.getPodUid());
        }
        return news.stream().toList();
    }

    /** Nobody wants to know of a pod any more: its executor clears away what is left of it. */
    synchronized void release(String podUid, long epoch) {
        PodRun run = runs.get(podUid);
        Attached now = attached;
        if (run == null || now == null) {
            return;
        }
        for (ContainerSpec container : run.containers()) {
            now.outbound().send(RunMessages.release(podUid, container.name(), epoch));
        }
    }

    private void forget(String podUid) {
        runs.remove(podUid);
        unansweredBinds.remove(podUid);
        unansweredStops.remove(podUid);
        sentHere.remove(podUid);
    }

    private void sendRuns(Effect.Bind bind) {
        Attached now = attached;
        if (now == null) {
            return;
        }
        sentHere.add(bind.podUid());
        Optional<PodIndex.Pod> pod = pods.find(bind.podUid());
        for (ContainerSpec container : bind.containers()) {
            now.outbound().send(RunMessages.run(bind, container, pod));
        }
    }

    private List<News> sendStops(Effect.Evict evict) {
        Attached now = attached;
        if (now == null) {
            return List.of();
        }
        String podUid = evict.podUid();
        PodRun run = runs.computeIfAbsent(podUid, this::known);
        for (ContainerSpec container : run.containers()) {
            now.outbound().send(RunMessages.stop(evict, container.name()));
            if (!run.knows(container.name()) && !sentHere.contains(podUid)) {
                // Nobody will say that it ended, for nobody knows it; that it is forgotten says as much.
                now.outbound().send(RunMessages.release(podUid, container.name(), evict.epoch()));
            }
        }
        List<News> news = new ArrayList<>();
        news.add(new News(List.of(new Event.EvictDone(evict.epoch(), podUid)), podUid, false));
        run.tellAgain();
        news(podUid).ifPresent(news::add);
        return news;
    }

    private Optional<News> news(String podUid) {
        PodRun run = runs.get(podUid);
        Attached now = attached;
        if (run == null || now == null) {
            return Optional.empty();
        }
        return run.news().map(outcome -> {
            List<Event> events = new ArrayList<>();
            Effect.Bind bind = unansweredBinds.remove(podUid);
            if (bind != null && outcome.state() != Event.TaskReported.TaskState.REFUSED) {
                events.add(new Event.BindDone(bind.epoch(), podUid, nodeName, bind.generation()));
            }
            events.add(new Event.TaskReported(
                    nodeName, now.session(), podUid, outcome.state(), outcome.exitCode(), outcome.detail()));
            boolean over = outcome.state() != Event.TaskReported.TaskState.STARTED;
            if (over) {
                unansweredStops.remove(podUid);
            }
            if (outcome.state() == Event.TaskReported.TaskState.REFUSED) {
                // Its executor keeps nothing of what it refused, and may be asked again.
                forget(podUid);
            }
            return new News(events, podUid, over);
        });
    }

    private PodRun run(TaskKey task) {
        PodRun run = runs.computeIfAbsent(task.getPodUid(), this::known);
        if (run.containers().stream().noneMatch(spec -> spec.name().equals(task.getContainer()))) {
            List<ContainerSpec> more = new ArrayList<>(run.containers());
            more.add(plain(task.getContainer()));
            run = run.with(more);
            runs.put(task.getPodUid(), run);
        }
        return run;
    }

    /** A pod that this process did not bind: its containers are those of its role, if the core knows it. */
    private PodRun known(String podUid) {
        return new PodRun(pods.find(podUid)
                .map(pod -> pod.role().template())
                .map(template -> template.containers())
                .orElse(List.of()));
    }

    private static ContainerSpec plain(String name) {
        return new ContainerSpec(
                name, ContainerSpec.Phase.MAIN, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE);
    }

    /** Pods that were asked for or heard of, and what they run. */
    synchronized Map<String, PodRun> runs() {
        return Map.copyOf(runs);
    }
}
