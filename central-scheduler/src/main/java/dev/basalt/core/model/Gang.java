package dev.basalt.core.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work that starts together or not at all.
 *
 * @param uid unique for ever
 * @param namespace namespace of its object
 * @param name name of its object
 * @param kind kind of the object it came from, for example {@code Job} or {@code PodGroup}
 * @param queue queue that pays for it
 * @param priorityClass name of its priority class; empty means none
 * @param priority value used when {@code priorityClass} is empty
 * @param minimum members of all groups together without which it does not start
 * @param groups roles or groups of roles, in start order
 * @param minResources room the queue must have before it starts, beyond its members' own asks; ZERO when unset
 * @param declaredRunMillis run time its user declared; 0 means not said
 * @param checkpointMillis time it needs to write a checkpoint before it is evicted; 0 means none
 * @param ownership who makes its pods
 * @param schedulerName scheduler it asked for
 */
public record Gang(
        String uid,
        String namespace,
        String name,
        String kind,
        String queue,
        String priorityClass,
        int priority,
        int minimum,
        List<MemberGroup> groups,
        ResourceVector minResources,
        long declaredRunMillis,
        long checkpointMillis,
        PodOwnership ownership,
        String schedulerName) {
    public Gang {
        groups = List.copyOf(groups);
        if (uid.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("gang uid '" + uid + "' and name '" + name + "' must not be empty");
        }
        if (minimum < 0) {
            throw new IllegalArgumentException("gang " + name + ": minimum " + minimum + " is negative");
        }
    }

    /** Whether Basalt makes its pods. */
    public boolean managed() {
        return ownership == PodOwnership.MANAGED;
    }

    /** The same gang, whose members may take that long to end. */
    public Gang withGrace(long graceMillis) {
        return new Gang(
                uid,
                namespace,
                name,
                kind,
                queue,
                priorityClass,
                priority,
                minimum,
                groups.stream().map(group -> group.withGrace(graceMillis)).toList(),
                minResources,
                declaredRunMillis,
                checkpointMillis,
                ownership,
                schedulerName);
    }

    /** Leaves of the tree, in start order. */
    public List<MemberGroup> roles() {
        List<MemberGroup> roles = new ArrayList<>();
        groups.forEach(group -> addRoles(group, roles));
        return roles;
    }

    /** The role of that name, or null. */
    public @Nullable MemberGroup role(String roleName) {
        for (MemberGroup role : roles()) {
            if (role.name().equals(roleName)) {
                return role;
            }
        }
        return null;
    }

    private static void addRoles(MemberGroup group, List<MemberGroup> roles) {
        if (group.children().isEmpty()) {
            roles.add(group);
        } else {
            group.children().forEach(child -> addRoles(child, roles));
        }
    }
}
