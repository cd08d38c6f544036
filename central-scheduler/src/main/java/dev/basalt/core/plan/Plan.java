package dev.basalt.core.plan;

import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.Refusal;
import java.util.List;

/**
 * What one planning pass decided, in the order it decided.
 *
 * @param outcomes one for every demand that was looked at
 */
public record Plan(List<Outcome> outcomes) {
    public Plan {
        outcomes = List.copyOf(outcomes);
    }

    /** What became of one gang. */
    public sealed interface Outcome {
        String gangUid();
    }

    /**
     * Members that were placed together. Other members of the gang may still wait; {@code stillWaiting} says why, or is
     * empty.
     */
    public record Placed(String gangUid, List<Seat> seats, List<Refusal> stillWaiting) implements Outcome {
        public Placed {
            seats = List.copyOf(seats);
            stillWaiting = List.copyOf(stillWaiting);
        }
    }

    /** Nothing was placed, and nothing is held for it. */
    public record Waits(String gangUid, List<Refusal> refusals) implements Outcome {
        public Waits {
            refusals = List.copyOf(refusals);
        }
    }

    /**
     * Where one member goes.
     *
     * @param requests what it takes of the node beside GPUs
     * @param devices devices per container
     */
    public record Seat(TaskId task, String podUid, String nodeName, ResourceVector requests, List<DeviceSeat> devices) {
        public Seat {
            devices = List.copyOf(devices);
        }
    }

    /** One device for one container; becomes a {@link Grant} when it is sent, a charge when it is decided. */
    public record DeviceSeat(
            String container,
            String deviceUuid,
            long memoryMib,
            int corePermille,
            boolean exclusive,
            ContainerSpec.Phase phase) {}
}
