package dev.basalt.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Message;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.types.v1.DecisionKind;
import dev.basalt.proto.types.v1.Device;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.QueueState;
import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DescriptionsTest {
    private static final long NOW_UNIX_MILLIS = 1_800_000_000_000L;
    private static final String GPU_MILLI = "basalt.dev/gpu-milli";

    @Test
    void showsAQueueWithItsLimitsAndWhatIsUsedOfThem() {
        Queue queue = Queue.newBuilder()
                .setName("queues/research")
                .setQueue(dev.basalt.proto.types.v1.Queue.newBuilder()
                        .setName("research")
                        .setParent("root")
                        .setWeight(3)
                        .setState(QueueState.QUEUE_STATE_OPEN)
                        .setReclaimable(false)
                        .setPendingGangCount(2)
                        .setRunningGangCount(1)
                        .setAllocated(amounts("cpu", 1_500, GPU_MILLI, 2_500))
                        .setCapability(amounts(GPU_MILLI, 8_000, "memory", 0)))
                .build();

        assertEquals("""
                Queue:       research
                Parent:      root
                State:       Open
                Weight:      3
                Keeps:       what it uses beyond its right, even when others need it
                Jobs:        2 waiting, 1 running

                RESOURCE  USED  LIMIT  DESERVED  GUARANTEED
                GPU       2.5   8      -         -
                cpu       1.5   -      -         -
                memory    -     0 MiB  -         -
                """, described(queue));
    }

    @Test
    void showsAGpuWithWhoUsesIt() {
        Gpu gpu = Gpu.newBuilder()
                .setName("nodes/a/gpus/3")
                .setDevice(Device.newBuilder()
                        .setUuid("GPU-1")
                        .setModel("NVIDIA A10")
                        .setMemoryTotalMib(23_028)
                        .setMemoryReservedMib(500)
                        .setHealth(DeviceHealth.newBuilder().setState(HealthState.HEALTH_STATE_HEALTHY)))
                .addGrants(Grant.newBuilder()
                        .setKey(GrantKey.newBuilder().setPodUid("uid").setContainer("main"))
                        .setNamespace("team")
                        .setGangName("chat")
                        .setPodName("chat-server-0")
                        .setMemoryMib(4_000)
                        .setCorePermille(250)
                        .setState(GrantState.GRANT_STATE_IN_FORCE))
                .setMemoryGrantedMib(4_000)
                .setCoreGrantedPermille(250)
                .setGpuBusyPermille(130)
                .build();

        assertEquals("""
                GPU:         a/3
                UUID:        GPU-1
                Model:       NVIDIA A10
                Health:      Healthy
                Memory:      4000 MiB granted of 22 GiB
                Cores:       25 % granted, busy 13 %

                JOB        POD            CONTAINER  MEMORY    CORES  LIMIT
                team/chat  chat-server-0  main       4000 MiB  25 %   In force
                """, described(gpu));
    }

    @Test
    void showsADecisionAndAPriorityClass() {
        Decision decision = Decision.newBuilder()
                .setText("team/chat is started on a")
                .setDecision(dev.basalt.proto.types.v1.Decision.newBuilder()
                        .setId(7)
                        .setKind(DecisionKind.DECISION_KIND_BOUND)
                        .setNamespace("team")
                        .setGangName("chat")
                        .addNodes("a")
                        .setDecidedUnixMillis(NOW_UNIX_MILLIS - 5_000))
                .build();
        PriorityClass high = PriorityClass.newBuilder()
                .setPriorityClass(dev.basalt.proto.types.v1.PriorityClass.newBuilder()
                        .setName("high")
                        .setValue(1000))
                .setGangCount(2)
                .build();

        assertEquals("""
                Decision:    7
                Says:        team/chat is started on a
                Made:        5 s ago
                Kind:        Bound
                Job:         team/chat
                Node:        a
                """, described(decision));
        assertEquals("""
                Class:       high
                Value:       1000
                Jobs:        2 that have not ended
                """, described(high));
    }

    private static ResourceVector amounts(String first, long firstAmount, String second, long secondAmount) {
        return ResourceVector.newBuilder()
                .addAmounts(ResourceAmount.newBuilder().setName(first).setAmount(firstAmount))
                .addAmounts(ResourceAmount.newBuilder().setName(second).setAmount(secondAmount))
                .build();
    }

    private static String described(Message resource) {
        Screen screen = new Screen(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), false);
        return String.join("\n", new Descriptions(screen, NOW_UNIX_MILLIS).lines(resource)) + "\n";
    }
}
