package dev.basalt.core.machine.ingest;

import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.PublishedView.RefusedObject;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.ObjectVersions;
import dev.basalt.core.model.Gang;

/** What an API server or the admin API says of objects. Versions decide what is news; lists say what is gone. */
final class ObjectIngest {
    private final ClusterState state;
    private final PodIngest pods;
    private final NodeIngest nodes;

    ObjectIngest(ClusterState state, PodIngest pods, NodeIngest nodes) {
        this.state = state;
        this.pods = pods;
        this.nodes = nodes;
    }

    void take(Event.ObjectEvent event) {
        switch (event) {
            case Event.GangApplied gang -> apply(gang);
            case Event.QueueApplied queue -> {
                if (isNews(Listed.Kind.QUEUES, queue.queue().name(), queue.version())) {
                    state.putQueue(queue.queue());
                }
            }
            case Event.PriorityClassApplied priority -> {
                if (isNews(Listed.Kind.PRIORITY_CLASSES, priority.name(), priority.version())) {
                    state.putPriorityClass(priority.name(), priority.value());
                }
            }
            case Event.NodeApplied node -> {
                if (isNews(Listed.Kind.NODES, node.node().name(), node.version())) {
                    nodes.apply(node.node());
                }
            }
            case Event.PodObserved pod -> {
                if (isNews(Listed.Kind.PODS, pod.pod().uid(), pod.version())) {
                    pods.observe(pod.pod());
                }
            }
            case Event.GangDeleted gang -> delete(Listed.Kind.GANGS, gang.gangUid(), gang.version());
            case Event.QueueDeleted queue -> delete(Listed.Kind.QUEUES, queue.queueName(), queue.version());
            case Event.PriorityClassDeleted priority ->
                delete(Listed.Kind.PRIORITY_CLASSES, priority.name(), priority.version());
            case Event.NodeDeleted node -> delete(Listed.Kind.NODES, node.nodeName(), node.version());
            case Event.PodGone pod -> delete(Listed.Kind.PODS, pod.podUid(), pod.version());
            case Event.Listed list -> list(list);
            case Event.DomainsApplied domains -> noteNews(state.putDomains(domains.domains(), domains.version()));
            case Event.PolicyApplied policy -> noteNews(state.putPolicy(policy.policy(), policy.version()));
            case Event.ObjectRefused refused ->
                state.refusedObjects()
                        .add(new RefusedObject(
                                refused.source(),
                                refused.kind(),
                                refused.identity(),
                                refused.field(),
                                refused.message(),
                                refused.version()));
        }
    }

    private void apply(Event.GangApplied event) {
        Gang gang = event.gang();
        if (state.versions(Listed.Kind.GANGS).buried(gang.uid())) {
            state.ignored();
            return;
        }
        if (!isNews(Listed.Kind.GANGS, gang.uid(), event.version())) {
            return;
        }
        state.refusedObjects().healed(gang.namespace() + "/" + gang.name(), event.version());
        boolean isNew = state.gangs().of(gang.uid()) == null;
        GangState known = state.applyGang(gang, event.version());
        if (isNew) {
            state.decisions().gang(Kind.ADMITTED, gang.uid(), "queue=" + gang.queue() + " minimum=" + gang.minimum());
        }
        state.pods().ofGang(known.uid()).forEach(pods::settle);
    }

    private void delete(Listed.Kind kind, String identity, long version) {
        boolean news = state.versions(kind).acceptsDeletion(identity, version);
        noteNews(news);
        if (news) {
            vanish(kind, identity);
        }
    }

    private void list(Event.Listed list) {
        ObjectVersions versions = state.versions(list.kind());
        versions.vanished(list).forEach(identity -> vanish(list.kind(), identity));
        state.gate().listed(list.kind());
    }

    private void vanish(Listed.Kind kind, String identity) {
        switch (kind) {
            case GANGS -> {
                GangState gang = state.gangs().of(identity);
                if (gang != null) {
                    gang.startDeleting();
                    state.gangChanged(gang);
                }
            }
            case QUEUES -> state.removeQueue(identity);
            case PRIORITY_CLASSES -> state.removePriorityClass(identity);
            case NODES -> nodes.gone(identity);
            case PODS -> pods.gone(identity);
        }
    }

    private void noteNews(boolean news) {
        if (!news) {
            state.ignored();
        }
    }

    private boolean isNews(Listed.Kind kind, String identity, long version) {
        boolean news = state.versions(kind).accepts(identity, version);
        noteNews(news);
        if (news) {
            state.refusedObjects().healed(identity, version);
        }
        return news;
    }
}
