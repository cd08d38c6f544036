package dev.basalt.wire;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Queue;
import dev.basalt.proto.types.v1.QueueState;

/** Queues as they were declared. */
public final class QueueWire {
    private QueueWire() {}

    public static dev.basalt.proto.types.v1.Queue message(Queue queue) {
        return dev.basalt.proto.types.v1.Queue.newBuilder()
                .setName(queue.name())
                .setParent(queue.parent())
                .setWeight(queue.weight())
                .setPriority(queue.priority())
                .setCapability(ResourceWire.message(queue.capability().limits()))
                .setDeserved(ResourceWire.message(queue.deserved()))
                .setGuarantee(ResourceWire.message(queue.guarantee()))
                .setReclaimable(queue.reclaimable())
                .setState(queue.open() ? QueueState.QUEUE_STATE_OPEN : QueueState.QUEUE_STATE_CLOSING)
                .build();
    }

    /**
     * The value that the message stands for.
     *
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static Queue value(dev.basalt.proto.types.v1.Queue message) {
        return new Queue(
                message.getName(),
                message.getParent(),
                message.getWeight() == 0 ? 1 : message.getWeight(),
                message.getPriority(),
                new Capability(ResourceWire.amounts(message.getCapability())),
                ResourceWire.value(message.getDeserved()),
                ResourceWire.value(message.getGuarantee()),
                !message.hasReclaimable() || message.getReclaimable(),
                switch (message.getState()) {
                    case QUEUE_STATE_OPEN, QUEUE_STATE_UNSPECIFIED, UNRECOGNIZED -> true;
                    case QUEUE_STATE_CLOSING, QUEUE_STATE_CLOSED -> false;
                });
    }
}
