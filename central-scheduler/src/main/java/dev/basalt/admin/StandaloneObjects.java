package dev.basalt.admin;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.loop.EffectPort;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.Versions;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Plays the API server's part in standalone mode: pods exist as soon as they are asked for, under UIDs that follow from
 * their slot, so that asking twice makes one.
 */
public final class StandaloneObjects implements EffectPort {
    private static final String SCHEDULER_NAME = "basalt";

    private final EventInbox inbox;
    private final Versions versions;
    private final LongConsumer storeEpoch;

    /** @param storeEpoch stores an epoch; it is on the disk when that returns */
    public StandaloneObjects(EventInbox inbox, Versions versions, LongConsumer storeEpoch) {
        this.inbox = inbox;
        this.versions = versions;
        this.storeEpoch = storeEpoch;
    }

    /** The UID of the pod of a slot. */
    public static String podUid(TaskId task, int incarnation) {
        return task.gangUid() + "-" + task.role() + "-" + task.index() + "-" + incarnation;
    }

    @Override
    public void run(Effect effect) {
        switch (effect) {
            case Effect.CreatePods create ->
                create.pods().forEach(ask -> inbox.putResult(observed(ask.task(), ask.incarnation())));
            case Effect.DeletePod delete ->
                inbox.putResult(new Event.PodGone(AdminWrites.SOURCE, delete.podUid(), versions.next()));
            case Effect.RaiseEpoch raise -> {
                storeEpoch.accept(raise.epoch());
                inbox.putResult(new Event.LeaseGained(raise.epoch()));
            }
            // How gangs stand and what is held is in the published view, and nobody else keeps it here.
            case Effect.ReportStatus status -> {}
            case Effect.Mirror mirror -> {}
            default -> throw new IllegalStateException("no effect on objects: " + effect);
        }
    }

    private Event observed(TaskId task, int incarnation) {
        String uid = podUid(task, incarnation);
        return new Event.PodObserved(
                AdminWrites.SOURCE,
                new Event.PodView(
                        uid,
                        uid,
                        task,
                        SCHEDULER_NAME,
                        Event.PodView.Phase.PENDING,
                        false,
                        "",
                        ResourceVector.ZERO,
                        List.of(),
                        0),
                versions.next());
    }
}
