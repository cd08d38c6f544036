package dev.basalt.agent.run;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.run.ContainerFolder.StartRecord;
import java.util.List;

/** What there is to say about a task. */
public sealed interface TaskEvent {
    /** It has started; warnings are for people. */
    record Started(RunOrder order, StartRecord start, List<String> warnings) implements TaskEvent {}

    /** It is over and nothing of it lives. */
    record Exited(RunOrder order, ContainerStatus end) implements TaskEvent {}

    /** It will not be started. */
    record Refused(RunOrder order, RunRefusal reason) implements TaskEvent {}

    /** Nothing is left of it, and it is forgotten. */
    record Forgotten(ContainerKey task) implements TaskEvent {}
}
