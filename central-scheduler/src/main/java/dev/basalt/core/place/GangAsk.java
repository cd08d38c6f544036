package dev.basalt.core.place;

import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be placed of one gang now.
 *
 * @param roles its roles, in start order
 * @param needed members to place together at least, over all roles; at least the sum of {@link #required}
 * @param groups tree over the roles with topology constraints, top level
 */
public record GangAsk(List<RoleAsk> roles, int needed, List<GroupAsk> groups) {
    public GangAsk {
        roles = List.copyOf(roles);
        groups = List.copyOf(groups);
    }

    /** Whether any group wants its members close to each other. */
    public boolean constrained() {
        return groups.stream().anyMatch(GroupAsk::constrained);
    }

    /** Members of each role without which nothing is placed: none of a role that the gang may go without. */
    public int[] required() {
        int[] required = roles.stream().mapToInt(RoleAsk::needed).toArray();
        groups.forEach(group -> group.withoutOptional(required, false));
        return required;
    }

    /** Members that the gang needs beyond what its roles need. */
    int topUp() {
        return Math.max(0, needed - roles.stream().mapToInt(RoleAsk::needed).sum());
    }

    /** Members of each role when those that the gang needs beyond its roles come from roles in that order. */
    int[] toppedUp(List<Integer> order) {
        int[] counts = roles.stream().mapToInt(RoleAsk::needed).toArray();
        int more = topUp();
        for (int role : order) {
            int taken = Math.min(more, roles.get(role).wanted() - counts[role]);
            counts[role] += taken;
            more -= taken;
        }
        return counts;
    }

    /**
     * What is to be placed of one role.
     *
     * @param role name
     * @param shape what each member asks
     * @param needed members without which nothing of it, nor of what needs it, is placed
     * @param wanted members that exist and wait, at least {@code needed}
     */
    public record RoleAsk(String role, TaskShape shape, int needed, int wanted) {}

    /**
     * Roles, or groups of them, that may have to lie together.
     *
     * @param name name of the group
     * @param topology where its members may lie together; null means anywhere
     * @param roles positions of all roles in it, nested ones too
     * @param children groups in it; empty for a single role
     * @param minimum children without which nothing is placed
     * @param placedNodes nodes where members of it are already
     */
    public record GroupAsk(
            String name,
            @Nullable Topology topology,
            List<Integer> roles,
            List<GroupAsk> children,
            int minimum,
            List<Integer> placedNodes) {
        public GroupAsk {
            roles = List.copyOf(roles);
            children = List.copyOf(children);
            placedNodes = List.copyOf(placedNodes);
        }

        boolean constrained() {
            return topology != null || isOptional() || children.stream().anyMatch(GroupAsk::constrained);
        }

        private void withoutOptional(int[] required, boolean optional) {
            if (optional) {
                roles.forEach(role -> required[role] = 0);
            }
            children.forEach(child -> child.withoutOptional(required, optional || isOptional()));
        }

        /** Whether it is enough when some of its children are complete. */
        boolean isOptional() {
            return minimum < children.size();
        }
    }
}
