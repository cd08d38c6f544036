package dev.basalt.core.plan;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One gang looked at alone.
 *
 * @param demand what it wants
 * @param outcome what the next pass would do if it were first
 * @param order UIDs of all waiting gangs in the order of the next pass
 * @param crowded set when it waits for room
 * @param quota limits of its queue and of all above it
 */
public record Look(
        GangDemand demand,
        Plan.Outcome outcome,
        List<String> order,
        @Nullable Crowded crowded,
        List<QuotaUse> quota) {
    public Look {
        order = List.copyOf(order);
        quota = List.copyOf(quota);
    }

    /**
     * The nodes when as many members as fit are seated.
     *
     * @param role role of the first member that finds no seat
     * @param shape what it asks
     * @param view what it meets
     */
    public record Crowded(String role, TaskShape shape, ClusterView view) {}

    /**
     * Use of a limited resource in a queue, in the resource's own unit; {@code wanted} is the least that the gang
     * needs.
     */
    public record QuotaUse(String queue, String resource, long used, long wanted, long capability) {}
}
