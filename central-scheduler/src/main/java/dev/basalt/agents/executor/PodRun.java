package dev.basalt.agents.executor;

import dev.basalt.core.machine.Event.TaskReported.TaskState;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.proto.executor.v1.Exited;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the containers of one pod on its executor, and what that makes of the pod. A pod has started when
 * its first container has, and is over when all of its containers are. Not for several threads.
 */
final class PodRun {
    /** Exit code of what a signal ended: this and the signal's number, as shells count. */
    private static final int SIGNAL_BASE = 128;

    private static final int UNKNOWN_CODE = -1;

    private final List<ContainerSpec> containers;
    private final Map<String, Fate> fates;
    private boolean startTold;
    private boolean endTold;

    /** @param containers all containers of the pod, in start order */
    PodRun(List<ContainerSpec> containers) {
        this(containers, new TreeMap<>());
    }

    private PodRun(List<ContainerSpec> containers, Map<String, Fate> fates) {
        this.containers = List.copyOf(containers);
        this.fates = fates;
    }

    /** The same pod, of which more containers became known. */
    PodRun with(List<ContainerSpec> moreContainers) {
        return new PodRun(moreContainers, fates);
    }

    /** How far one container has come. */
    private sealed interface Fate {
        record Running() implements Fate {}

        record Ended(int code) implements Fate {}

        /** Nobody knows how it ended, or it never ran. */
        record Lost(String why) implements Fate {}

        record Refused(String why) implements Fate {}
    }

    /** What became of the pod. */
    record Outcome(TaskState state, int exitCode, String detail) {}

    List<ContainerSpec> containers() {
        return containers;
    }

    void started(String container) {
        fates.putIfAbsent(container, new Fate.Running());
    }

    void exited(Exited exited) {
        String container = exited.getTask().getContainer();
        fates.put(
                container,
                switch (exited.getEndCase()) {
                    case EXIT_CODE -> new Fate.Ended(exited.getExitCode());
                    case SIGNAL -> new Fate.Ended(SIGNAL_BASE + exited.getSignal());
                    case LOST, END_NOT_SET ->
                        new Fate.Lost(
                                dev.basalt.wire.ReasonWire.line(exited.getLost().getReason()));
                });
    }

    void refused(String container, String why) {
        fates.put(container, new Fate.Refused(why));
    }

    /** The executor knows nothing of it: it ended and was forgotten, or never came there. */
    void forgotten(String container) {
        if (!isOver(container)) {
            fates.put(container, new Fate.Lost("its executor knows nothing of it"));
        }
    }

    /** Whether the executor has said anything of that container. */
    boolean knows(String container) {
        return fates.containsKey(container);
    }

    boolean isOver() {
        return !containers.isEmpty() && containers.stream().allMatch(container -> isOver(container.name()));
    }

    /** What is new of the pod since the last call. Once it is over that is all there is to say. */
    Optional<Outcome> news() {
        if (isOver()) {
            if (endTold) {
                return Optional.empty();
            }
            endTold = true;
            return Optional.of(end());
        }
        boolean hasStarted = !startTold && fates.values().stream().anyMatch(fate -> !(fate instanceof Fate.Refused));
        startTold |= hasStarted;
        return hasStarted ? Optional.of(new Outcome(TaskState.STARTED, 0, "")) : Optional.empty();
    }

    /** Says again what was said: the other side may have lost it. */
    void tellAgain() {
        startTold = false;
        endTold = false;
    }

    private boolean isOver(String container) {
        Fate fate = fates.get(container);
        return fate != null && !(fate instanceof Fate.Running);
    }

    private Outcome end() {
        for (ContainerSpec container : containers) {
            if (fates.get(container.name()) instanceof Fate.Refused refused && !anythingRan()) {
                return new Outcome(TaskState.REFUSED, UNKNOWN_CODE, container.name() + ": " + refused.why());
            }
        }
        for (ContainerSpec container : containers) {
            if (fates.get(container.name()) instanceof Fate.Ended ended
                    && ended.code() != 0
                    && container.phase() != ContainerSpec.Phase.RESTARTABLE_INIT) {
                return new Outcome(TaskState.EXITED, ended.code(), container.name());
            }
        }
        for (ContainerSpec container : containers) {
            String why = whyNobodyKnows(fates.get(container.name()));
            if (why != null && container.phase() != ContainerSpec.Phase.RESTARTABLE_INIT) {
                return new Outcome(TaskState.LOST, UNKNOWN_CODE, container.name() + ": " + why);
            }
        }
        return new Outcome(TaskState.EXITED, 0, "");
    }

    private boolean anythingRan() {
        return fates.values().stream().anyMatch(fate -> fate instanceof Fate.Ended || fate instanceof Fate.Running);
    }

    private static @Nullable String whyNobodyKnows(@Nullable Fate fate) {
        return switch (fate) {
            case Fate.Lost lost -> lost.why();
            case Fate.Refused refused -> refused.why();
            case Fate.Ended ended -> null;
            case Fate.Running running -> null;
            case null -> null;
        };
    }
}
