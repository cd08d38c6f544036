package dev.basalt.kubernetes.gang;

import dev.basalt.core.model.PodTemplate;
import dev.basalt.kubernetes.BindAnnotations.Decoded;
import dev.basalt.kubernetes.gang.Member.Seat;
import dev.basalt.manifest.live.LivePod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The roles of one group and who has which place. Places are given so that a restart gives the same: bound pods keep
 * what their bind said, labels that number pods come next, and the rest fill up in the order they were made.
 */
final class RoleBook {
    private static final int DIGEST_CHARS = 8;

    private final TreeMap<String, Role> byName = new TreeMap<>();
    private final Map<Kind, Role> byKind = new HashMap<>();

    /** What pods of one role share. */
    private record Kind(String base, PodTemplate template) {}

    /** Roles by name. */
    Collection<Role> roles() {
        return byName.values();
    }

    /**
     * Gives places to all of these that can have one.
     *
     * @return members that had to make room for a bound pod and have another place now
     */
    List<Member> seat(Collection<Member> newcomers) {
        List<Member> waiting = new ArrayList<>();
        List<Member> displaced = new ArrayList<>();
        for (Member member : ordered(newcomers)) {
            Decoded bind = member.ourBind();
            if (bind == null || !seatAsBound(member, bind, displaced)) {
                waiting.add(member);
            }
        }
        waiting.addAll(displaced);
        for (Member member : ordered(waiting)) {
            seatNew(member);
        }
        return displaced;
    }

    private static List<Member> ordered(Collection<Member> members) {
        return members.stream().sorted(RoleBook::compare).toList();
    }

    /** Numbered pods first, by number, then the older ones. */
    private static int compare(Member left, Member right) {
        int byIndex = Integer.compareUnsigned(index(left), index(right));
        if (byIndex != 0) {
            return byIndex;
        }
        int byAge = Long.compare(
                left.pod().meta().createdAtSeconds(), right.pod().meta().createdAtSeconds());
        return byAge != 0 ? byAge : left.uid().compareTo(right.uid());
    }

    /** As unsigned, no number comes last. */
    private static int index(Member member) {
        LivePod.Ask ask = member.pod().ask();
        return ask == null ? -1 : ask.index();
    }

    /** The place that the bind named; an unbound pod that has it makes room. False when the name cannot be right. */
    private boolean seatAsBound(Member member, Decoded bind, List<Member> displaced) {
        LivePod.Ask ask = member.pod().ask();
        if (ask == null) {
            return false;
        }
        String base = base(member, ask);
        boolean nameFits = bind.role().equals(base) || bind.role().startsWith(base + "-");
        Role role = nameFits ? byName.get(bind.role()) : null;
        if (role == null && nameFits && ask.template() != null) {
            role = open(bind.role(), base, ask.template());
        }
        if (role == null) {
            return false;
        }
        Member present = role.holder(bind.index());
        if (present != null && member.holds()) {
            if (present.pod().isBound()) {
                role.seat(member, role.free(bind.index()));
                return true;
            }
            role.unseat(present, bind.index());
            displaced.add(present);
        }
        role.seat(member, bind.index());
        return true;
    }

    private void seatNew(Member member) {
        LivePod.Ask ask = member.pod().ask();
        if (ask == null || ask.template() == null || member.isForeignUse() || !member.holds()) {
            return;
        }
        String base = base(member, ask);
        Role role = byKind.get(new Kind(base, ask.template()));
        if (role == null) {
            role = open(byName.containsKey(base) ? split(base, ask.template()) : base, base, ask.template());
        }
        role.seat(member, role.free(ask.index()));
    }

    /** A pod that stands alone is its own role. */
    private static String base(Member member, LivePod.Ask ask) {
        return member.key().alone() ? member.pod().meta().name() : ask.role();
    }

    private Role open(String name, String base, PodTemplate template) {
        Role role = new Role(name, base, template);
        byName.put(name, role);
        byKind.putIfAbsent(new Kind(base, template), role);
        return role;
    }

    /** A name for a second template under one label, the same after each restart. */
    private String split(String base, PodTemplate template) {
        String name = base + "-" + digest(template.toString()).substring(0, DIGEST_CHARS);
        return byName.containsKey(name) ? name + "x" : name;
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    /**
     * The member changed: another may be free to take its place, or the place is not its own any more.
     *
     * @return whether the roles changed
     */
    boolean refresh(Member member) {
        Seat seat = member.seat();
        if (seat == null) {
            return false;
        }
        if (!fits(member, seat)) {
            unseat(member);
            return true;
        }
        if (!member.holds()) {
            seat.role().release(member, seat.index());
        }
        return false;
    }

    /** A bound pod has the place that its bind names; any other that of its label and template. */
    private static boolean fits(Member member, Seat seat) {
        LivePod.Ask ask = member.pod().ask();
        Decoded bind = member.ourBind();
        if (ask == null || member.isForeignUse()) {
            return false;
        }
        if (bind != null && !seat.isSure()) {
            return seat.role().name().equals(bind.role()) && seat.index() == bind.index();
        }
        return member.pod().isBound()
                || (seat.role().template().equals(ask.template())
                        && seat.role().base().equals(base(member, ask)));
    }

    /** Takes a member's place away. */
    void unseat(Member member) {
        Seat seat = member.seat();
        if (seat != null) {
            seat.role().unseat(member, seat.index());
            if (seat.role().isEmpty()) {
                close(seat.role());
            }
        }
    }

    private void close(Role role) {
        byName.remove(role.name());
        byKind.remove(new Kind(role.base(), role.template()), role);
    }

    /** The template of any role, or null. */
    @Nullable
    PodTemplate anyTemplate() {
        return byName.isEmpty() ? null : byName.firstEntry().getValue().template();
    }
}
