package dev.basalt.kubernetes.write;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.loop.EventInbox;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.Eviction;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends pods: those that run by the Eviction API alone, which keeps disruption budgets, and those that never ran by
 * deleting them. Both name the pod's UID, so that the next pod of the same name is never hit.
 */
final class Evictor {
    /** Cause that the API server names when a PodDisruptionBudget forbids it. */
    static final String DISRUPTION_BUDGET = "DisruptionBudget";

    private static final Logger LOG = LoggerFactory.getLogger(Evictor.class);

    private final PodWriter writer;
    private final Directory directory;
    private final EventInbox inbox;
    private final Told told;

    Evictor(PodWriter writer, Directory directory, EventInbox inbox, Told told) {
        this.writer = writer;
        this.directory = directory;
        this.inbox = inbox;
        this.told = told;
    }

    /** Who else hears of evictions. */
    @FunctionalInterface
    interface Told {
        void evicted(Effect.Evict evict, Directory.Pod pod);
    }

    /** Starts an eviction. A pod that is gone counts as evicted: the watch says the rest. */
    void evict(Effect.Evict evict) {
        Directory.Pod pod = directory.pod(evict.podUid());
        if (pod == null) {
            inbox.putResult(new Event.EvictDone(evict.epoch(), evict.podUid()));
            return;
        }
        Object unused = writer.start(evict.podUid(), evict, () -> run(evict, pod));
        LOG.debug("evict pod={} under way as {}", evict.podUid(), unused);
    }

    /** Deletes a pod that never ran; nobody waits for an answer. */
    void delete(Effect.DeletePod delete) {
        Directory.Pod pod = directory.pod(delete.podUid());
        if (pod != null) {
            Object unused = writer.start(delete.podUid(), delete, () -> run(delete, pod));
            LOG.debug("delete pod={} under way as {}", delete.podUid(), unused);
        }
    }

    private @Nullable Event run(Effect.Evict evict, Directory.Pod pod) throws InterruptedException {
        Eviction eviction = new EvictionBuilder()
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withAnnotations(Map.of(BindAnnotations.EPOCH, Long.toString(evict.epoch())))
                .endMetadata()
                .withDeleteOptions(options(pod.uid(), TimeUnit.MILLISECONDS.toSeconds(evict.graceMillis())))
                .build();
        String path = Binder.path(pod) + "/eviction";
        Answer answer = writer.make(
                WriteMeter.Kind.EVICT,
                evict.epoch(),
                millis -> Call.post(path, eviction, millis, () -> writer.fence().allows(evict.epoch())));
        return switch (answer) {
            case Answer.Told done
            when done.isDone() -> {
                told.evicted(evict, pod);
                yield new Event.EvictDone(evict.epoch(), evict.podUid());
            }
            case Answer.Told gone when isGone(gone, pod) -> new Event.EvictDone(evict.epoch(), evict.podUid());
            case Answer.Told refusal -> failed(evict, refusal.message());
            case Answer.Silence silence -> failed(evict, silence.why());
            case Answer.Kept kept -> {
                LOG.info("eviction kept back by the fence pod={} epoch={}", pod.uid(), evict.epoch());
                yield null;
            }
        };
    }

    private @Nullable Event run(Effect.DeletePod delete, Directory.Pod pod) throws InterruptedException {
        DeleteOptions options = options(pod.uid(), null);
        Answer answer = writer.make(
                WriteMeter.Kind.DELETE_POD,
                delete.epoch(),
                millis -> Call.delete(
                        Binder.path(pod), options, millis, () -> writer.fence().allows(delete.epoch())));
        if (!(answer instanceof Answer.Told end) || (!end.isDone() && !isGone(end, pod))) {
            LOG.warn("cannot delete pod={} name={}/{}: {}", pod.uid(), pod.namespace(), pod.name(), answer);
        }
        return null;
    }

    /** Not there, or another pod of that name: the one that was meant is gone either way. */
    private boolean isGone(Answer.Told refusal, Directory.Pod pod) throws InterruptedException {
        if (refusal.code() != 409) {
            return refusal.code() == 404;
        }
        return switch (writer.read(Binder.path(pod))) {
            case Answer.Told read
            when read.isDone() ->
                !pod.uid()
                        .equals(writer.calls()
                                .read(read, Pod.class)
                                .getMetadata()
                                .getUid());
            case Answer.Told read -> read.code() == 404;
            case Answer.Silence silence -> false;
            case Answer.Kept kept -> false;
        };
    }

    private static Event failed(Effect.Evict evict, String message) {
        LOG.warn("eviction failed pod={} cause={}: {}", evict.podUid(), evict.cause(), message);
        return new Event.EvictFailed(evict.epoch(), evict.podUid(), message);
    }

    private static DeleteOptions options(String podUid, @Nullable Long graceSeconds) {
        return new DeleteOptionsBuilder()
                .withGracePeriodSeconds(graceSeconds)
                .withNewPreconditions()
                .withUid(podUid)
                .endPreconditions()
                .build();
    }
}
