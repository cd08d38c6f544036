package dev.basalt.core.model;

import dev.basalt.core.device.DeviceRequest;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One named container of a task.
 *
 * @param name unique within the pod
 * @param phase when it runs
 * @param requests CPU, memory and every extended resource that is not a GPU ask
 * @param devices GPU asks, mostly none or one
 * @param launch what to run
 */
public record ContainerSpec(
        String name, Phase phase, ResourceVector requests, List<DeviceRequest> devices, Launch launch) {
    public ContainerSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("container name is empty");
        }
        devices = List.copyOf(devices);
    }

    /** When a container runs in the life of its pod. */
    public enum Phase {
        /** One after the other, before the mains. */
        INIT,
        /** An init container that keeps running beside all that follow (a sidecar). */
        RESTARTABLE_INIT,
        /** All together. */
        MAIN
    }

    /**
     * What to run; the core only carries it to the executor.
     *
     * @param image container image; unused in standalone mode
     * @param command program and arguments; empty means none was given
     * @param environment variables, sorted
     * @param workingDirectory empty means the task's own folder
     */
    public record Launch(
            String image, List<String> command, SortedMap<String, String> environment, String workingDirectory) {
        /** Nothing given. */
        public static final Launch NONE = new Launch("", List.of(), new TreeMap<>(), "");

        public Launch {
            command = List.copyOf(command);
            environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        }
    }
}
