package dev.basalt.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.DeviceKind;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.LinkMatrix;
import dev.basalt.proto.types.v1.NodeDescription;
import dev.basalt.proto.types.v1.Reason;
import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class AgentTranslatorTest {
    private static final Event.Session SESSION = new Event.Session("boot", "agent", 1);

    @Test
    void opensNoGpuThatIsCutIntoInstances() throws BadMessageException {
        var cut = device("GPU-1", 0).toBuilder().setMigEnabled(true).build();

        var reported = AgentTranslator.inventory(
                FullInventory.newBuilder().addDevices(cut).build(), "node-1", SESSION, 1);

        assertEquals(
                new Device.Health.Unhealthy("MigEnabled"),
                reported.devices().getFirst().health());
    }

    @Test
    void keepsWhyAGrantWasRefused() throws BadMessageException {
        var status = LimitStatus.newBuilder()
                .addGrants(GrantStatus.newBuilder()
                        .setKey(GrantKey.newBuilder()
                                .setPodUid("p1")
                                .setContainer("main")
                                .setDeviceUuid("GPU-1"))
                        .setGeneration(4)
                        .setState(GrantState.GRANT_STATE_REFUSED)
                        .setReason(Reason.newBuilder().setCode("OverMemory")))
                .build();

        var reported = AgentTranslator.grants(status, "node-1", SESSION);

        assertEquals(
                List.of(new GrantReport(new Grant.Key("p1", "main", "GPU-1"), 4, Grant.State.SENT, "OverMemory")),
                reported.reports());
    }

    @Test
    void namesWhatMakesNoSenseInAHello() {
        Hello good = Hello.newBuilder()
                .setNode("node-1")
                .setBootId("boot")
                .setAgentInstance("agent")
                .build();

        refuses(
                "hello.node is empty",
                () -> AgentTranslator.session(good.toBuilder().clearNode().build(), 1));
        refuses(
                "hello.boot_id is empty",
                () -> AgentTranslator.session(good.toBuilder().clearBootId().build(), 1));
        refuses(
                "hello.node is 254 characters long",
                () -> AgentTranslator.session(
                        good.toBuilder().setNode("n".repeat(254)).build(), 1));
        refuses(
                "hello.highest_epoch_seen -1",
                () -> AgentTranslator.session(
                        good.toBuilder().setHighestEpochSeen(-1).build(), 1));
    }

    @Test
    void namesWhatMakesNoSenseInAnInventory() {
        refusesInventory("devices[0].slot is 1", device("GPU-1", 1));
        refusesInventory("has GPU-1 twice", device("GPU-1", 0), device("GPU-1", 1));
        refusesInventory("devices[0]: device uuid is empty", device("", 0));
        refusesInventory(
                "devices[0]: device GPU-1: kind is not said",
                device("GPU-1", 0).toBuilder().clearKind().build());
        refusesInventory(
                "memory total -5 MiB",
                device("GPU-1", 0).toBuilder().setMemoryTotalMib(-5).build());
        refuses(
                "slots 0 and 7 are not two of 1 devices",
                () -> AgentTranslator.inventory(
                        FullInventory.newBuilder()
                                .addDevices(device("GPU-1", 0))
                                .setLinks(LinkMatrix.newBuilder()
                                        .addLinks(DeviceLink.newBuilder().setSlotB(7)))
                                .build(),
                        "node-1",
                        SESSION,
                        1));
    }

    @Test
    void namesWhatMakesNoSenseInANode() {
        refuses(
                "'node-2' is not the node of the hello",
                () -> AgentTranslator.node(
                        inventoryOf(NodeDescription.newBuilder().setName("node-2")), "node-1"));
        refuses(
                "allocatable.cpu is -1",
                () -> AgentTranslator.node(
                        inventoryOf(NodeDescription.newBuilder()
                                .setName("node-1")
                                .setAllocatable(ResourceVector.newBuilder()
                                        .addAmounts(ResourceAmount.newBuilder()
                                                .setName("cpu")
                                                .setAmount(-1)))),
                        "node-1"));
    }

    @Test
    void speaksOneVersionAndSaysSoToOthers() throws BadMessageException {
        assertEquals(1, Protocol.agree(1, 3));
        refuses("the agent speaks protocol 2..3, this scheduler 1..1", () -> Protocol.agree(2, 3));
        refuses("are no range", () -> Protocol.agree(0, 0));
    }

    private static FullInventory inventoryOf(NodeDescription.Builder node) {
        return FullInventory.newBuilder().setNode(node).build();
    }

    private static dev.basalt.proto.types.v1.Device device(String uuid, int slot) {
        return dev.basalt.proto.types.v1.Device.newBuilder()
                .setUuid(uuid)
                .setSlot(slot)
                .setKind(DeviceKind.DEVICE_KIND_WHOLE)
                .setMemoryTotalMib(40_960)
                .setHealth(DeviceHealth.newBuilder().setState(HealthState.HEALTH_STATE_HEALTHY))
                .build();
    }

    private static void refusesInventory(String reason, dev.basalt.proto.types.v1.Device... devices) {
        refuses(
                reason,
                () -> AgentTranslator.inventory(
                        FullInventory.newBuilder()
                                .addAllDevices(List.of(devices))
                                .build(),
                        "node-1",
                        SESSION,
                        1));
    }

    private static void refuses(String reason, Executable translation) {
        assertThat(assertThrows(BadMessageException.class, translation)).hasMessageContaining(reason);
    }
}
