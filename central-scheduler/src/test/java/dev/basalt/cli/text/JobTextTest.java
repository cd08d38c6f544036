package dev.basalt.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.MemberSlot;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JobTextTest {
    @Test
    void writesSlotsAsRanges() {
        assertEquals("0-3,6", JobText.ranges(new TreeSet<>(List.of(0, 1, 2, 3, 6))));
        assertEquals("5", JobText.ranges(new TreeSet<>(List.of(5))));
        assertEquals("", JobText.ranges(new TreeSet<>()));
    }

    @Test
    void countsWholeGpusAndSharesOfTasksThatHaveAPlace() {
        Job job = Job.newBuilder()
                .addTasks(
                        task("worker", TaskPhase.TASK_PHASE_RUNNING, grant("GPU-1", 0, true), grant("GPU-2", 1, true)))
                .addTasks(task("server", TaskPhase.TASK_PHASE_PLACED, grant("GPU-3", 4, false)))
                .addTasks(task("old", TaskPhase.TASK_PHASE_SUCCEEDED, grant("GPU-4", 5, true)))
                .build();

        assertEquals("2 + 1 share", JobText.gpus(job));
        assertEquals("node-a[0-1,4]", JobText.places(JobText.placed(job)));
    }

    @Test
    void saysHowAFailedJobEnded() {
        Job job = Job.newBuilder()
                .setPhase(GangPhase.GANG_PHASE_FAILED)
                .addTasks(Task.newBuilder().setMember(member("worker")).setExitCode(0))
                .addTasks(Task.newBuilder().setMember(member("server")).setExitCode(127))
                .build();

        assertEquals("server-0 ended with exit code 127", JobText.why(job));
    }

    @Test
    void saysNothingOfWhyARunningJobOnceWaited() {
        Job job = Job.newBuilder()
                .setPhase(GangPhase.GANG_PHASE_RUNNING)
                .setWaitingText("needs 3 slots")
                .build();

        assertEquals("", JobText.why(job));
    }

    private static Task task(String role, TaskPhase phase, Grant... grants) {
        return Task.newBuilder()
                .setMember(member(role))
                .setPhase(phase)
                .setNode("node-a")
                .addAllGrants(List.of(grants))
                .build();
    }

    private static MemberSlot member(String role) {
        return MemberSlot.newBuilder().setRole(role).build();
    }

    private static Grant grant(String device, int slot, boolean exclusive) {
        return Grant.newBuilder()
                .setKey(GrantKey.newBuilder().setDeviceUuid(device))
                .setDeviceSlot(slot)
                .setExclusive(exclusive)
                .build();
    }
}
