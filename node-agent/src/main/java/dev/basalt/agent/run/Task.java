package dev.basalt.agent.run;

import dev.basalt.agent.limit.ContainerKey;
import java.time.Duration;
import java.util.List;

/** One task that the agent knows. Lives on the agent's loop. */
final class Task {
    private static final Duration STAND_IN = Duration.ofSeconds(10);

    private final RunOrder order;
    private final ContainerFolder folder;
    private final long arrival;
    private ContainerStatus status = new ContainerStatus.NotStarted();
    private String trouble = "";
    private boolean startReported;
    private boolean endReported;
    private boolean forgetting;

    Task(RunOrder order, ContainerFolder folder, long arrival) {
        this.order = order;
        this.folder = folder;
        this.arrival = arrival;
    }

    RunOrder order() {
        return order;
    }

    ContainerKey key() {
        return order.task();
    }

    ContainerFolder folder() {
        return folder;
    }

    /** Orders of one pod are carried out in the order in which they arrived. */
    long arrival() {
        return arrival;
    }

    ContainerStatus status() {
        return status;
    }

    void saw(ContainerStatus seen) {
        status = seen;
    }

    /**
     * Whether what is wrong with it now, empty for nothing, is worth a line: the same again, ten times a second, is
     * not.
     */
    boolean isNewTrouble(String now) {
        boolean isNew = !now.isEmpty() && !now.equals(trouble);
        trouble = now;
        return isNew;
    }

    /** True once, when the start is to be reported. */
    boolean shouldReportStart() {
        boolean first = !startReported && status instanceof ContainerStatus.Running;
        startReported |= first;
        return first;
    }

    /** True once, when the end is to be reported. */
    boolean shouldReportEnd() {
        boolean first = !endReported && status.over();
        endReported |= first;
        return first;
    }

    /** Its end is stored elsewhere: it is forgotten as soon as nothing of it lives. */
    void forget() {
        forgetting = true;
    }

    boolean forgetting() {
        return forgetting;
    }

    /** What to execute: the command, or a stand-in that sleeps. */
    List<String> command() {
        return order.command().isEmpty()
                ? List.of(
                        "sleep",
                        "%d.%03d".formatted(standIn().toSeconds(), standIn().toMillisPart()))
                : order.command();
    }

    /** What people should know about how it is run. */
    List<String> warnings() {
        return order.command().isEmpty()
                ? List.of("no command was given: sleeping " + standIn().toMillis()
                        + " ms instead. Maybe set 'command' in the manifest")
                : List.of();
    }

    private Duration standIn() {
        return order.declaredRunTimeMillis() > 0 ? Duration.ofMillis(order.declaredRunTimeMillis()) : STAND_IN;
    }
}
