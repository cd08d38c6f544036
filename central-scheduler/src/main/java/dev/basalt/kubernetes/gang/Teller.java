package dev.basalt.kubernetes.gang;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.kubernetes.BindAnnotations.Garbled;
import dev.basalt.manifest.live.Live;
import dev.basalt.manifest.live.LivePod;
import java.util.ArrayList;
import java.util.List;

/** Says each thing once, with a version that is newer than all before it. */
final class Teller {
    private static final String SOURCE = "kubernetes";

    private final Stamps stamps;
    private final List<Event> said = new ArrayList<>();

    Teller(Stamps stamps) {
        this.stamps = stamps;
    }

    /** What was said since the last call. */
    List<Event> taken() {
        List<Event> events = List.copyOf(said);
        said.clear();
        return events;
    }

    void observed(PodView pod) {
        said.add(new Event.PodObserved(SOURCE, pod, stamps.next()));
    }

    void podGone(String podUid) {
        said.add(new Event.PodGone(SOURCE, podUid, stamps.next()));
    }

    void applied(Gang gang) {
        said.add(new Event.GangApplied(SOURCE, gang, stamps.next()));
    }

    void deleted(Gang gang) {
        said.add(new Event.GangDeleted(SOURCE, gang.uid(), stamps.next()));
    }

    /** A PodGroup cannot be read. */
    void refused(String title, Live.Bad<?> bad) {
        said.add(new Event.ObjectRefused(SOURCE, "PodGroup", title, bad.field(), bad.message(), stamps.next()));
    }

    /** Pods name a PodGroup that is not there. */
    void missing(String title) {
        refused(
                title,
                new Live.Bad<>(
                        "metadata.name",
                        "does not exist, and pods name it. Maybe create it, or correct their annotation."));
    }

    /** How a member stands; {@code gangUid} is empty while its gang is not there. */
    void tell(Member member, String gangUid) {
        boolean waitsForGroup =
                gangUid.isEmpty() && !member.pod().isBound() && !member.pod().isOver();
        PodView view = PodForm.of(member, gangUid);
        PodView before = member.said();
        if (before != null && view.task() == null && member.pod().isBound()) {
            view = staying(view, before);
        }
        if (!view.equals(before)) {
            observed(view);
            member.said(view);
        }
        refuse(member, waitsForGroup);
    }

    /** A bound pod whose PodGroup went stays the member that it was: its room is charged to its gang. */
    private static PodView staying(PodView view, PodView before) {
        boolean wasMember = before.task() != null && !before.nodeName().isEmpty();
        return !wasMember
                ? view
                : new PodView(
                        view.uid(),
                        view.name(),
                        before.task(),
                        view.schedulerName(),
                        view.phase(),
                        view.terminating(),
                        view.nodeName(),
                        view.requests(),
                        view.grants(),
                        view.exitCode(),
                        view.resident());
    }

    /** Says once why a pod cannot be used, or its annotations not believed. */
    private void refuse(Member member, boolean waitsForGroup) {
        LivePod.Ask ask = member.pod().ask();
        String field = "";
        String message = "";
        if (ask != null && ask.refusal() != null && !member.pod().isOver()) {
            field = ask.refusal().field();
            message = ask.refusal().message();
        } else if (member.bound() instanceof Garbled garbled) {
            field = garbled.annotation();
            message = garbled.problem() + ". Maybe somebody edited it; the pod counts by its number of GPUs.";
        } else if (waitsForGroup) {
            field = "metadata.annotations";
            message = waiting(member.key());
        }
        if (!message.isEmpty() && !member.refusal().equals(message)) {
            said.add(new Event.ObjectRefused(SOURCE, "Pod", member.uid(), field, message, stamps.next()));
        }
        member.refusal(message);
    }

    private static String waiting(GroupKey key) {
        String group = "PodGroup '" + key.name() + "'";
        return key.implied()
                ? "wait for " + group + ", which is not made yet. Maybe look whether the scheduler may make PodGroups."
                : "name " + group + ", which does not exist. Maybe create it, or correct the annotation.";
    }
}
