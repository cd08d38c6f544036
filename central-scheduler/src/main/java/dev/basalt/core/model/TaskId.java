package dev.basalt.core.model;

/**
 * A member slot of a gang. It outlives the pods that fill it one after the other. Ordered by gang, role, index.
 *
 * @param gangUid UID of the gang
 * @param role name of the member group
 * @param index 0-based index in the role
 */
public record TaskId(String gangUid, String role, int index) implements Comparable<TaskId> {
    @Override
    public int compareTo(TaskId other) {
        int byGang = gangUid.compareTo(other.gangUid);
        if (byGang != 0) {
            return byGang;
        }
        int byRole = role.compareTo(other.role);
        return byRole != 0 ? byRole : Integer.compare(index, other.index);
    }
}
