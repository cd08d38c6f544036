package dev.basalt.agent.sample;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.process.ProcessTable;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Says whose the processes on the GPUs are: a process belongs to the container whose supervisor is its nearest
 * ancestor.
 */
public final class Attribution {
    private static final long BYTES_PER_MIB = 1L << 20;

    private final ProcessTable processes;
    private final Map<Long, ContainerKey> containerOfSupervisor;

    /**
     * Answers about the processes of one moment.
     *
     * @param containerOfSupervisor by the supervisor's process id
     */
    public Attribution(ProcessTable processes, Map<Long, ContainerKey> containerOfSupervisor) {
        this.processes = processes;
        this.containerOfSupervisor = new TreeMap<>(containerOfSupervisor);
    }

    /**
     * Use of one device by one container, or by processes of nobody we know.
     *
     * @param container empty for processes of nobody we know
     * @param deviceUuid the device
     * @param pids ascending
     * @param memoryMib empty where the driver does not say
     * @param smPermille empty where the driver does not say
     */
    public record Use(
            Optional<ContainerKey> container,
            String deviceUuid,
            List<Integer> pids,
            OptionalLong memoryMib,
            OptionalInt smPermille) {}

    /** Uses by device and container, in that order. */
    public List<Use> of(List<GpuState> gpus) {
        var uses = new ArrayList<Use>();
        for (GpuState gpu : gpus) {
            gpu.reading().ifPresent(reading -> {
                uses.addAll(onDevice(gpu.uuid(), reading.processes(), reading.uses()));
                reading.instances().forEach(part -> uses.addAll(onDevice(part.uuid(), part.processes(), List.of())));
            });
        }
        return List.copyOf(uses);
    }

    private List<Use> onDevice(String deviceUuid, List<RunningProcess> running, List<ProcessUse> samples) {
        var byOwner = new TreeMap<Optional<ContainerKey>, List<RunningProcess>>(
                Comparator.comparing(owner -> owner.orElse(null), Comparator.nullsLast(Comparator.naturalOrder())));
        for (RunningProcess process : running) {
            byOwner.computeIfAbsent(ownerOf(process.pid()), ignored -> new ArrayList<>())
                    .add(process);
        }
        return byOwner.entrySet().stream()
                .map(entry -> use(entry.getKey(), deviceUuid, entry.getValue(), samples))
                .toList();
    }

    private Optional<ContainerKey> ownerOf(int pid) {
        OptionalLong supervisor = processes.nearest(pid, containerOfSupervisor::containsKey);
        return supervisor.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(containerOfSupervisor.get(supervisor.getAsLong()));
    }

    private static Use use(
            Optional<ContainerKey> owner, String deviceUuid, List<RunningProcess> running, List<ProcessUse> samples) {
        var pids = running.stream().map(RunningProcess::pid).sorted().toList();
        boolean allTell =
                running.stream().allMatch(process -> process.usedBytes().isPresent());
        long bytes = running.stream()
                .mapToLong(process -> process.usedBytes().orElse(0))
                .sum();
        var percents = samples.stream()
                .filter(sample -> pids.contains(sample.pid()))
                .mapToInt(ProcessUse::smPercent)
                .toArray();
        int permille = 0;
        for (int percent : percents) {
            permille += percent * 10;
        }
        return new Use(
                owner,
                deviceUuid,
                pids,
                allTell ? OptionalLong.of(Math.ceilDiv(bytes, BYTES_PER_MIB)) : OptionalLong.empty(),
                percents.length == 0 ? OptionalInt.empty() : OptionalInt.of(Math.min(1000, permille)));
    }
}
