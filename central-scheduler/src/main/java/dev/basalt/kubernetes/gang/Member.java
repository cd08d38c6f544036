package dev.basalt.kubernetes.gang;

import dev.basalt.core.machine.Event.PodView;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.BindAnnotations.Absent;
import dev.basalt.kubernetes.BindAnnotations.Bound;
import dev.basalt.kubernetes.BindAnnotations.Decoded;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LivePod.Phase;
import org.jspecify.annotations.Nullable;

/** A pod that the core was told of or will be, with its place and what was said of it last. */
final class Member {
    private final GroupKey key;
    private LivePod pod;
    private Bound bound = new Absent();
    private @Nullable Seat seat;
    private @Nullable PodView said;
    private String refusal = "";

    /**
     * Place of a member in its group.
     *
     * @param isSure true once the member's bind was weighed in giving it
     */
    record Seat(Role role, int index, boolean isSure) {}

    Member(LivePod pod, GroupKey key) {
        this.key = key;
        this.pod = pod;
        readBind();
    }

    GroupKey key() {
        return key;
    }

    LivePod pod() {
        return pod;
    }

    String uid() {
        return pod.meta().uid();
    }

    /** It is the same pod in another group. */
    void continues(Member before) {
        said = before.said;
        refusal = before.refusal;
    }

    /** Takes what the pod looks like now. A bind that was believed once is not read again: people can edit it. */
    void now(LivePod newPod) {
        pod = newPod;
        if (ourBind() == null) {
            readBind();
        }
    }

    private void readBind() {
        bound = pod.isBound()
                ? BindCheck.check(
                        BindAnnotations.decode(pod.annotations(), pod.meta().uid(), pod.nodeName()), pod)
                : new Absent();
    }

    /** What the Binding said; {@link Absent} before there was one. */
    Bound bound() {
        return bound;
    }

    /** What our own bind said, or null. */
    @Nullable
    Decoded ourBind() {
        return bound instanceof Decoded decoded ? decoded : null;
    }

    /**
     * Whether it is on a node and has GPUs, and nothing says which. Such a pod takes room of its node and is no member
     * of its gang.
     */
    boolean isForeignUse() {
        LivePod.Ask ask = pod.ask();
        boolean asksDevices = ask == null || ask.template() == null || BindCheck.asksDevices(ask.template());
        return pod.isBound() && ourBind() == null && asksDevices;
    }

    /**
     * Whether its place is taken. One that failed or is asked to go leaves it to the pod that takes over; one that
     * ended well has done its part and keeps it.
     */
    boolean holds() {
        return !pod.meta().terminating() && pod.phase() != Phase.FAILED;
    }

    @Nullable
    Seat seat() {
        return seat;
    }

    void seat(@Nullable Seat newSeat) {
        seat = newSeat;
    }

    /** What the core was told last, or null. */
    @Nullable
    PodView said() {
        return said;
    }

    void said(PodView view) {
        said = view;
    }

    /** Why it was refused when the core was told last; empty when it was not. */
    String refusal() {
        return refusal;
    }

    void refusal(String newRefusal) {
        refusal = newRefusal;
    }
}
