package dev.basalt.kubernetes.gang;

import dev.basalt.core.model.PodTemplate;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of a group that are alike: one label, one template. Knows which indexes are taken, and by whom. */
final class Role {
    private final String name;
    private final String base;
    private final PodTemplate template;
    private final BitSet held = new BitSet();
    private final Map<Integer, Member> holders = new HashMap<>();
    private int seatCount;

    /**
     * @param name unique in its group
     * @param base what the labels of its pods say
     */
    Role(String name, String base, PodTemplate template) {
        this.name = name;
        this.base = base;
        this.template = template;
    }

    String name() {
        return name;
    }

    String base() {
        return base;
    }

    PodTemplate template() {
        return template;
    }

    /** Lowest number of members that leaves every taken index in range. */
    int span() {
        return held.length();
    }

    /** Whether no member has a place in it. */
    boolean isEmpty() {
        return seatCount == 0;
    }

    /** The member that holds an index, or null. */
    @Nullable
    Member holder(int index) {
        return holders.get(index);
    }

    /** The wanted index when it is free, else the lowest free one. */
    int free(int wanted) {
        return wanted >= 0 && !held.get(wanted) ? wanted : held.nextClearBit(0);
    }

    void seat(Member member, int index) {
        member.seat(new Member.Seat(this, index, member.ourBind() != null));
        seatCount++;
        if (member.holds()) {
            held.set(index);
            holders.put(index, member);
        }
    }

    /** The member keeps its place on paper, and another may take it. */
    void release(Member member, int index) {
        if (holders.remove(index, member)) {
            held.clear(index);
        }
    }

    void unseat(Member member, int index) {
        release(member, index);
        member.seat(null);
        seatCount--;
    }
}
