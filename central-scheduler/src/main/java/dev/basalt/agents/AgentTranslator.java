package dev.basalt.agents;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.RunningContainer;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.wire.DeviceWire;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.NodeWire;
import dev.basalt.wire.ReasonWire;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Agents' messages as events. Everything is checked here, once; what passes makes sense to the core. */
final class AgentTranslator {
    /** Source of what agents say of their nodes. */
    static final String SOURCE = "agent";

    private static final int MOST_DEVICES = 256;
    private static final int MOST_NAME_CHARACTERS = 253;

    private AgentTranslator() {}

    static Event.AgentHello hello(Hello message, Event.Session session) throws BadMessageException {
        List<Grant> grants = new ArrayList<>();
        for (var grant : message.getGrantsList()) {
            grants.add(checked("hello.grants", () -> GrantWire.value(grant, message.getNode())));
        }
        TreeSet<String> running = new TreeSet<>();
        for (RunningContainer container : message.getContainersList()) {
            running.add(required("hello.containers.pod_uid", container.getPodUid()));
        }
        return new Event.AgentHello(
                message.getNode(),
                session,
                message.getNodeUid(),
                message.getHighestEpochSeen(),
                grants,
                List.copyOf(running),
                message.getExecutor());
    }

    /** The names by which one connection is told from others. */
    static Event.Session session(Hello message, long connection) throws BadMessageException {
        String node = required("hello.node", message.getNode());
        if (node.length() > MOST_NAME_CHARACTERS) {
            throw new BadMessageException("hello.node is " + node.length() + " characters long, " + MOST_NAME_CHARACTERS
                    + " is the most. Maybe set the agent's node name.");
        }
        if (message.getHighestEpochSeen() < 0 || message.getGeneration() < 0) {
            throw new BadMessageException("hello.highest_epoch_seen " + message.getHighestEpochSeen()
                    + " and hello.generation " + message.getGeneration() + " must be at least 0.");
        }
        return new Event.Session(
                required("hello.boot_id", message.getBootId()),
                required("hello.agent_instance", message.getAgentInstance()),
                connection);
    }

    /** The node itself, which in standalone mode nobody but its agent knows. */
    static NodeSpec node(FullInventory message, String nodeName) throws BadMessageException {
        if (!message.getNode().getName().equals(nodeName)) {
            throw new BadMessageException("full_inventory.node.name '"
                    + message.getNode().getName() + "' is not the node of the hello, '" + nodeName + "'.");
        }
        NodeSpec said = checked("full_inventory.node", () -> NodeWire.value(message.getNode()));
        ResourceVector allocatable = said.allocatable();
        for (String resource : allocatable.names()) {
            if (allocatable.amount(resource) < 0) {
                throw new BadMessageException("full_inventory.node.allocatable." + resource + " is "
                        + allocatable.amount(resource) + ", which is below 0.");
            }
        }
        // Its agent speaks, so it is ready.
        return new NodeSpec(said.name(), said.uid(), said.labels(), said.taints(), allocatable, true, said.admission());
    }

    static Event.InventoryReported inventory(
            FullInventory message, String nodeName, Event.Session session, long sequence) throws BadMessageException {
        if (message.getDevicesCount() > MOST_DEVICES) {
            throw new BadMessageException("full_inventory.devices has " + message.getDevicesCount() + " devices, "
                    + MOST_DEVICES + " is the most.");
        }
        List<Device> devices = new ArrayList<>();
        TreeSet<String> uuids = new TreeSet<>();
        for (var device : message.getDevicesList()) {
            Device value = checked("full_inventory.devices[" + devices.size() + "]", () -> DeviceWire.value(device));
            if (device.getSlot() != devices.size()) {
                throw new BadMessageException("full_inventory.devices[" + devices.size() + "].slot is "
                        + device.getSlot() + "; devices must come in order of slot, from 0.");
            }
            if (!uuids.add(value.uuid())) {
                throw new BadMessageException("full_inventory.devices has " + value.uuid() + " twice.");
            }
            devices.add(value);
        }
        var links = checked("full_inventory.links", () -> DeviceWire.links(message.getLinks(), devices.size()));
        return new Event.InventoryReported(nodeName, session, sequence, devices, links);
    }

    static Event.GrantsReported grants(LimitStatus message, String nodeName, Event.Session session)
            throws BadMessageException {
        List<Event.GrantsReported.GrantReport> reports = new ArrayList<>();
        for (GrantStatus status : message.getGrantsList()) {
            reports.add(checked("limit_status.grants", () -> report(status)));
        }
        return new Event.GrantsReported(nodeName, session, reports);
    }

    private static Event.GrantsReported.GrantReport report(GrantStatus status) {
        boolean refused = status.getState() == GrantState.GRANT_STATE_REFUSED;
        String why = ReasonWire.line(status.getReason());
        return new Event.GrantsReported.GrantReport(
                GrantWire.key(status.getKey()),
                status.getGeneration(),
                refused
                        ? Grant.State.SENT
                        : GrantWire.state(status.getState())
                                .orElseThrow(() -> new IllegalArgumentException("state is not said")),
                refused ? (why.isEmpty() ? "refused without a reason" : why) : "");
    }

    static String required(String field, String value) throws BadMessageException {
        if (value.isBlank()) {
            throw new BadMessageException(field + " is empty. Maybe the agent is of a version that does not say it.");
        }
        return value;
    }

    private static <T> T checked(String field, Translation<T> translation) throws BadMessageException {
        try {
            return translation.value();
        } catch (IllegalArgumentException wrong) {
            throw new BadMessageException(field + ": " + wrong.getMessage(), wrong);
        }
    }

    @FunctionalInterface
    private interface Translation<T> {
        T value();
    }
}
