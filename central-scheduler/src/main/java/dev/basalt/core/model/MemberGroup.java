package dev.basalt.core.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node in a gang's tree of groups. A leaf (no children) is a role with a template and members; an inner group gathers
 * groups that share a topology constraint.
 *
 * @param name unique in the gang
 * @param minimum members (leaf) or complete children (inner) without which the gang does not start
 * @param desired members wanted
 * @param maximum most members it may grow to; at least {@code desired}
 * @param topology where its members may lie together; null means no constraint
 * @param template what a member runs; null for an inner group
 * @param children sub-groups; empty for a leaf
 */
public record MemberGroup(
        String name,
        int minimum,
        int desired,
        int maximum,
        @Nullable Topology topology,
        @Nullable PodTemplate template,
        List<MemberGroup> children) {
    public MemberGroup {
        children = List.copyOf(children);
        if (minimum < 0 || minimum > desired || desired > maximum) {
            throw new IllegalArgumentException("group " + name + ": minimum " + minimum + ", desired " + desired
                    + ", maximum " + maximum + " are not in order");
        }
        if ((template == null) == children.isEmpty()) {
            throw new IllegalArgumentException("group " + name + " must have either a template or children");
        }
    }

    /** A role of {@code desired} members of which {@code minimum} must start together. */
    public static MemberGroup role(String name, int minimum, int desired, PodTemplate template) {
        return new MemberGroup(name, minimum, desired, desired, null, template, List.of());
    }

    /** The same group, whose members may take that long to end. */
    MemberGroup withGrace(long graceMillis) {
        return new MemberGroup(
                name,
                minimum,
                desired,
                maximum,
                topology,
                template == null ? null : template.withGrace(graceMillis),
                children.stream().map(child -> child.withGrace(graceMillis)).toList());
    }

    /** When a container of its members runs; a name that is not there counts as a main one. */
    public ContainerSpec.Phase phase(String container) {
        if (template != null) {
            for (ContainerSpec spec : template.containers()) {
                if (spec.name().equals(container)) {
                    return spec.phase();
                }
            }
        }
        return ContainerSpec.Phase.MAIN;
    }

    /**
     * Members lie together in one domain of a level.
     *
     * @param level name of the domain level, for example {@code rack}; {@code node} means one node
     * @param required false means only preferred
     */
    public record Topology(String level, boolean required) {}
}
