package dev.basalt.manifest.live;

import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.ResourceVector;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A PodGroup: pods that start together.
 *
 * @param minimum pods without which none starts
 * @param minimumByRole pods of a role without which none starts, by role
 * @param topology where its pods may lie together; null means anywhere
 * @param runMillis run time its user declared; 0 means not said
 * @param checkpointMillis time it needs to write a checkpoint; 0 means none
 */
public record LiveGroup(
        LiveMeta meta,
        int minimum,
        SortedMap<String, Integer> minimumByRole,
        String queue,
        String priorityClass,
        ResourceVector minResources,
        MemberGroup.@Nullable Topology topology,
        long runMillis,
        long checkpointMillis) {
    public LiveGroup {
        minimumByRole = Collections.unmodifiableSortedMap(new TreeMap<>(minimumByRole));
    }
}
