package dev.basalt.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.Device;
import dev.basalt.proto.types.v1.Gang;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ClaimsTest {
    @Test
    void doNotHoldForAnEmptyCluster() {
        List<Check> checks = Claims.ofFirst(List.of(), List.of());

        assertTrue(checks.stream().filter(Check::holds).count() < checks.size() / 2, checks.toString());
    }

    @Test
    void noticeASecondGangThatHoldsAGpu() {
        Job greedy = job("pretrain-b", grant("GPU-1", 100, 1000, true));

        List<String> failed = Claims.ofFirst(List.of(greedy), List.of()).stream()
                .filter(check -> !check.holds())
                .map(Check::claim)
                .toList();

        assertTrue(failed.contains("pretrain-b holds no GPU while 2 are free"), failed.toString());
    }

    @Test
    void noticeGpusThatAreGrantedBeyondWhatTheyHave() {
        var gpus = List.of(
                gpu("full", grant("GPU-1", 600, 500, false), grant("GPU-1", 400, 500, false)),
                gpu("memory", grant("GPU-2", 600, 100, false), grant("GPU-2", 401, 100, false)),
                gpu("cores", grant("GPU-3", 1, 600, false), grant("GPU-3", 1, 401, false)),
                gpu("alone", grant("GPU-4", 1, 1, true), grant("GPU-4", 1, 1, false)));

        assertEquals(new TreeSet<>(List.of("memory", "cores", "alone")), Grants.overbooked(gpus));
    }

    private static Job job(String name, Grant grant) {
        return Job.newBuilder()
                .setGang(Gang.newBuilder().setName(name))
                .addTasks(
                        Task.newBuilder().setPhase(TaskPhase.TASK_PHASE_PLACED).addGrants(grant))
                .build();
    }

    private static Grant grant(String device, long memoryMib, int corePermille, boolean exclusive) {
        return Grant.newBuilder()
                .setKey(GrantKey.newBuilder().setPodUid("pod").setDeviceUuid(device))
                .setMemoryMib(memoryMib)
                .setCorePermille(corePermille)
                .setExclusive(exclusive)
                .build();
    }

    private static Gpu gpu(String name, Grant... grants) {
        return Gpu.newBuilder()
                .setName(name)
                .setDevice(Device.newBuilder().setMemoryTotalMib(1100).setMemoryReservedMib(100))
                .addAllGrants(List.of(grants))
                .build();
    }
}
