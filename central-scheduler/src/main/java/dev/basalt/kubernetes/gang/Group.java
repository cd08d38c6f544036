package dev.basalt.kubernetes.gang;

import dev.basalt.core.model.Gang;
import dev.basalt.manifest.live.LiveGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A group of pods: its PodGroup when there is one, its members, and what the core was told of its gang. */
final class Group {
    private GroupKey key;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final RoleBook roles = new RoleBook();
    private @Nullable LiveGroup object;
    private @Nullable Gang said;
    private boolean reportedMissing;

    Group(GroupKey key) {
        this.key = key;
    }

    GroupKey key() {
        return key;
    }

    /** A pod joins; what its owner implies is true of the whole group. */
    void joined(Member member) {
        if (member.key().implied()) {
            key = member.key();
        }
        members.put(member.uid(), member);
    }

    /** The member that came first, or null. */
    @Nullable
    Member anyMember() {
        return members.isEmpty() ? null : members.values().iterator().next();
    }

    RoleBook roles() {
        return roles;
    }

    /** Its PodGroup, or null. */
    @Nullable
    LiveGroup object() {
        return object;
    }

    void object(@Nullable LiveGroup newObject) {
        object = newObject;
        reportedMissing = false;
    }

    /** UID of its gang; empty while there is none because its PodGroup is not there. */
    String gangUid() {
        if (key.alone()) {
            Member only = anyMember();
            return only == null ? "" : only.uid();
        }
        return object == null ? "" : object.meta().uid();
    }

    /** Members by UID, in the order they came. */
    Map<String, Member> members() {
        return members;
    }

    /** Whether nothing is left of it. */
    boolean isEmpty() {
        return members.isEmpty() && object == null;
    }

    /** What the core was told of its gang last, or null. */
    @Nullable
    Gang said() {
        return said;
    }

    void said(@Nullable Gang gang) {
        said = gang;
    }

    /** Whether it was reported that its PodGroup is missing; it is reported once. */
    boolean reportedMissing() {
        return reportedMissing;
    }

    void reportMissing() {
        reportedMissing = true;
    }
}
