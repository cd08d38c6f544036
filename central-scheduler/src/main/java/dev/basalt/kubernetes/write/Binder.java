package dev.basalt.kubernetes.write;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.loop.EventInbox;
import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds pods: one request for each, which names the pod's UID, so that it never binds another of the same name, and
 * carries what the agent must know as annotations, which the API server writes in the same step. Each bind is answered
 * once; one that the fence keeps is not, because whoever leads then decides anew.
 */
final class Binder {
    private static final Logger LOG = LoggerFactory.getLogger(Binder.class);

    private final PodWriter writer;
    private final Directory directory;
    private final EventInbox inbox;
    private final Told told;
    private final Function<Effect.Bind, Map<String, String>> annotations;

    /** @param annotations what the Binding tells of grants, rank and epoch */
    Binder(
            PodWriter writer,
            Directory directory,
            EventInbox inbox,
            Told told,
            Function<Effect.Bind, Map<String, String>> annotations) {
        this.writer = writer;
        this.directory = directory;
        this.inbox = inbox;
        this.told = told;
        this.annotations = annotations;
    }

    /** Who else hears of binds. */
    interface Told {
        /** Called on the bind's own thread before it leaves; may wait for what must not come after it. */
        void binds(Effect.Bind bind);

        void bound(Effect.Bind bind, Directory.Pod pod);
    }

    /** Starts a bind. Asked again for one that is under way, it does nothing: that one is answered. */
    void bind(Effect.Bind bind) {
        Directory.Pod pod = directory.pod(bind.podUid());
        if (pod == null) {
            inbox.putResult(failed(bind, "the pod is gone", false));
            return;
        }
        Object underWay = writer.start(bind.podUid(), bind, () -> run(bind, pod));
        if (underWay instanceof Effect.Bind other
                && (!other.nodeName().equals(bind.nodeName()) || other.generation() != bind.generation())) {
            inbox.putResult(
                    failed(bind, "an earlier bind, to node " + other.nodeName() + ", is still under way", true));
        }
    }

    private @Nullable Event run(Effect.Bind bind, Directory.Pod pod) throws InterruptedException {
        told.binds(bind);
        Binding binding = binding(bind, pod);
        String path = path(pod) + "/binding";
        Answer answer = writer.make(
                WriteMeter.Kind.BIND,
                bind.epoch(),
                millis -> Call.post(path, binding, millis, () -> writer.fence().allows(bind.epoch())));
        return switch (answer) {
            case Answer.Told answered when answered.isDone() -> done(bind, pod);
            case Answer.Told answered -> refused(bind, pod, answered);
            case Answer.Silence silence -> failed(bind, silence.why(), true);
            case Answer.Kept kept -> {
                LOG.info("bind kept back by the fence pod={} epoch={}", pod.uid(), bind.epoch());
                yield null;
            }
        };
    }

    private Event refused(Effect.Bind bind, Directory.Pod pod, Answer.Told refusal) throws InterruptedException {
        return switch (refusal.code()) {
            case 409 -> look(bind, pod, refusal);
            case 400, 404, 422 -> failed(bind, refusal.message(), false);
            default -> failed(bind, refusal.message(), true);
        };
    }

    /** A conflict is another pod of that name, one that is ending, or one that is bound: perhaps by us, unheard. */
    private Event look(Effect.Bind bind, Directory.Pod pod, Answer.Told conflict) throws InterruptedException {
        Answer answer = writer.read(path(pod));
        if (!(answer instanceof Answer.Told read) || (!read.isDone() && read.code() != 404)) {
            return failed(bind, conflict.message(), true);
        }
        if (read.code() == 404) {
            return failed(bind, "the pod is gone", false);
        }
        Pod now = writer.calls().read(read, Pod.class);
        String nodeName = now.getSpec().getNodeName();
        if (!bind.podUid().equals(now.getMetadata().getUid())) {
            return failed(bind, "another pod has its name now", false);
        }
        if (bind.nodeName().equals(nodeName)) {
            return done(bind, pod);
        }
        if (nodeName != null && !nodeName.isEmpty()) {
            return failed(bind, "it is bound to node " + nodeName + " already", false);
        }
        return failed(bind, conflict.message(), now.getMetadata().getDeletionTimestamp() == null);
    }

    private Binding binding(Effect.Bind bind, Directory.Pod pod) {
        return new BindingBuilder()
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withUid(bind.podUid())
                .withAnnotations(annotations.apply(bind))
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(bind.nodeName())
                .endTarget()
                .build();
    }

    private Event done(Effect.Bind bind, Directory.Pod pod) {
        told.bound(bind, pod);
        return new Event.BindDone(bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation());
    }

    private static Event failed(Effect.Bind bind, String message, boolean retryable) {
        LOG.warn("bind failed pod={} node={} retryable={}: {}", bind.podUid(), bind.nodeName(), retryable, message);
        return new Event.BindFailed(
                bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation(), message, retryable);
    }

    static String path(Directory.Pod pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }
}
