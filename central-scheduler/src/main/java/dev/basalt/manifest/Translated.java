package dev.basalt.manifest;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import org.jspecify.annotations.Nullable;

/** What a manifest became. */
public sealed interface Translated {
    /** A job, a pod that stands alone, or a pod group with the pods of the same text. */
    record GangObject(Gang gang) implements Translated {}

    record QueueObject(Queue queue) implements Translated {}

    /**
     * A priority class.
     *
     * @param value higher is more important
     * @param globalDefault true when it is the class of gangs that name none
     */
    record PriorityClassObject(String name, int value, boolean globalDefault) implements Translated {}

    /**
     * A pod group without pods in the same text. Its gang is made once its pods are there.
     *
     * @param minimum pods without which none starts
     * @param topology where its pods may lie together; null means anywhere
     */
    record PodGroupObject(
            String uid,
            String namespace,
            String name,
            int minimum,
            String queue,
            String priorityClass,
            ResourceVector minResources,
            MemberGroup.@Nullable Topology topology,
            long runMillis)
            implements Translated {}

    /**
     * A pod of a group. When the group is in the same text its gang holds this pod as the role of the pod's name.
     *
     * @param group name of its pod group, in the same namespace
     * @param priority value used when {@code priorityClass} is empty
     */
    record PodObject(
            String uid,
            String namespace,
            String name,
            String group,
            PodTemplate template,
            String priorityClass,
            int priority,
            String schedulerName)
            implements Translated {}

    /** Understood, and nothing to schedule: {@code use} says what it is for. */
    record Noted(String use) implements Translated {}
}
