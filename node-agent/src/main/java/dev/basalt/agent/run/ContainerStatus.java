package dev.basalt.agent.run;

import dev.basalt.agent.run.ContainerFolder.StartRecord;

/** How far a container has come. */
public sealed interface ContainerStatus {
    /** It was never started. */
    record NotStarted() implements ContainerStatus {}

    /** Its command runs. */
    record Running(StartRecord start) implements ContainerStatus {}

    /** Its command has ended; what it left behind is being ended. */
    record Ending(StartRecord start) implements ContainerStatus {}

    /**
     * It has ended and nothing of it lives.
     *
     * @param code exit code, 0 to 255; 128 + signal when a signal ended it; 126 or 127 when it could not be executed
     * @param signal the signal that ended it, 0 for none
     * @param stopped it had been asked to stop
     * @param forced it did not stop within its grace and was killed
     * @param error why it could not be executed; empty otherwise
     * @param startedUnixMillis when it began; 0 when the record of it is damaged
     * @param finishedUnixMillis when it ended
     */
    record Ended(
            int code,
            int signal,
            boolean stopped,
            boolean forced,
            String error,
            long startedUnixMillis,
            long finishedUnixMillis)
            implements ContainerStatus {
        boolean succeeded() {
            return code == 0;
        }
    }

    /** Nothing of it lives, and nobody knows how it ended. */
    record Lost(String reason) implements ContainerStatus {}

    /** True when nothing of it lives and nothing more will be known. */
    default boolean over() {
        return switch (this) {
            case NotStarted ignored -> false;
            case Running ignored -> false;
            case Ending ignored -> false;
            case Ended ignored -> true;
            case Lost ignored -> true;
        };
    }
}
