package dev.basalt.admin.show;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.wire.QueueWire;
import dev.basalt.wire.ResourceWire;
import java.util.SortedMap;
import java.util.TreeMap;

/** Queues, with what is used of them. */
public final class QueueMessages {
    private QueueMessages() {}

    public static Queue message(QueueView queue) {
        return Queue.newBuilder()
                .setName(ResourceNames.queue(queue.name()))
                .setQueue(QueueWire.message(queue.queue()).toBuilder()
                        .setAllocated(ResourceWire.message(queue.used()))
                        .setPendingGangCount(queue.waiting())
                        .setRunningGangCount(queue.started()))
                .build();
    }

    /** What queues can be filtered by. */
    public static SortedMap<String, String> fields(QueueView queue) {
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("name", queue.name());
        fields.put("parent", queue.queue().parent());
        fields.put("state", queue.queue().open() ? "OPEN" : "CLOSING");
        fields.put("weight", Integer.toString(queue.queue().weight()));
        fields.put("pending", Integer.toString(queue.waiting()));
        fields.put("running", Integer.toString(queue.started()));
        return fields;
    }
}
