package dev.basalt.admin.show;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.PriorityClassView;
import dev.basalt.proto.admin.v1.PriorityClass;
import java.util.SortedMap;
import java.util.TreeMap;

/** Priority classes, with how many jobs name them. */
public final class PriorityClassMessages {
    private PriorityClassMessages() {}

    public static PriorityClass message(PublishedView view, PriorityClassView known) {
        return PriorityClass.newBuilder()
                .setName(ResourceNames.priorityClass(known.name()))
                .setPriorityClass(dev.basalt.proto.types.v1.PriorityClass.newBuilder()
                        .setName(known.name())
                        .setValue(known.value()))
                .setGangCount(gangCount(view, known.name()))
                .build();
    }

    /** Gangs that name the class and have not ended. */
    public static int gangCount(PublishedView view, String className) {
        int count = 0;
        for (GangView gang : view.gangs()) {
            boolean isOver = switch (gang.spec().status().phase()) {
                case COMPLETED, FAILED -> true;
                case PENDING, STARTING, RUNNING, DEGRADED -> false;
            };
            count += !isOver && gang.spec().gang().priorityClass().equals(className) ? 1 : 0;
        }
        return count;
    }

    /** What priority classes can be filtered by. */
    public static SortedMap<String, String> fields(PriorityClassView known) {
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("name", known.name());
        fields.put("value", Integer.toString(known.value()));
        return fields;
    }
}
