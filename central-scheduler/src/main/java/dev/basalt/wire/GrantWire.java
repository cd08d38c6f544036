package dev.basalt.wire;

import dev.basalt.core.device.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import java.util.Optional;

/** Grants, their keys and how far they have come. */
public final class GrantWire {
    private GrantWire() {}

    public static dev.basalt.proto.types.v1.Grant message(Grant grant) {
        return dev.basalt.proto.types.v1.Grant.newBuilder()
                .setKey(message(grant.key()))
                .setState(message(grant.state()))
                .setMemoryMib(grant.memoryMib())
                .setCorePermille(grant.corePermille())
                .setExclusive(grant.exclusive())
                .setEpoch(grant.epoch())
                .setGeneration(grant.generation())
                .build();
    }

    /**
     * The grant as the core sees it.
     *
     * @param node name of the device's node, which the message does not carry
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static Grant value(dev.basalt.proto.types.v1.Grant message, String node) {
        return new Grant(
                key(message.getKey()),
                node,
                message.getMemoryMib(),
                message.getCorePermille(),
                message.getExclusive(),
                message.getEpoch(),
                message.getGeneration(),
                state(message.getState())
                        .orElseThrow(() -> new IllegalArgumentException(
                                "grant of pod " + message.getKey().getPodUid() + ": state is " + message.getState())));
    }

    public static GrantKey message(Grant.Key key) {
        return GrantKey.newBuilder()
                .setPodUid(key.podUid())
                .setContainer(key.container())
                .setDeviceUuid(key.deviceUuid())
                .build();
    }

    /**
     * The key as the core sees it.
     *
     * @throws IllegalArgumentException when a part is empty
     */
    public static Grant.Key key(GrantKey message) {
        if (message.getPodUid().isEmpty()
                || message.getContainer().isEmpty()
                || message.getDeviceUuid().isEmpty()) {
            throw new IllegalArgumentException("grant key: pod_uid '" + message.getPodUid() + "', container '"
                    + message.getContainer() + "' and device_uuid '" + message.getDeviceUuid()
                    + "' must not be empty");
        }
        return new Grant.Key(message.getPodUid(), message.getContainer(), message.getDeviceUuid());
    }

    public static GrantState message(Grant.State state) {
        return switch (state) {
            case SENT -> GrantState.GRANT_STATE_SENT;
            case ACCEPTED -> GrantState.GRANT_STATE_ACCEPTED;
            case COMMITTED -> GrantState.GRANT_STATE_COMMITTED;
            case IN_FORCE -> GrantState.GRANT_STATE_IN_FORCE;
            case RELEASED -> GrantState.GRANT_STATE_RELEASED;
        };
    }

    /** How far it has come; empty when it was refused or that is not said. */
    public static Optional<Grant.State> state(GrantState message) {
        return switch (message) {
            case GRANT_STATE_SENT -> Optional.of(Grant.State.SENT);
            case GRANT_STATE_ACCEPTED -> Optional.of(Grant.State.ACCEPTED);
            case GRANT_STATE_COMMITTED -> Optional.of(Grant.State.COMMITTED);
            case GRANT_STATE_IN_FORCE -> Optional.of(Grant.State.IN_FORCE);
            case GRANT_STATE_RELEASED -> Optional.of(Grant.State.RELEASED);
            case GRANT_STATE_REFUSED, GRANT_STATE_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }
}
