package dev.basalt.core.machine;

import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.machine.PublishedView.NodeView;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.Queue;
import dev.basalt.core.queue.QueueLedger;
import dev.basalt.core.queue.QueueTree;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Makes published views; what did not change since the last one is used again. */
final class Views {
    private final ClusterState state;
    private List<GangView> gangs = List.of();
    private boolean gangsChanged = true;

    Views(ClusterState state) {
        this.state = state;
    }

    /** Something of the gang changed; or it is gone. */
    void changed(GangState gang) {
        gang.view(null);
        gangsChanged = true;
    }

    /** Gangs came or went, or all look different because planning opened or shut. */
    void allChanged() {
        state.gangs().all().forEach(gang -> gang.view(null));
        gangsChanged = true;
    }

    PublishedView make() {
        if (gangsChanged) {
            gangs = gangs();
            gangsChanged = false;
        }
        ClusterSnapshot snapshot = state.snapshot();
        return new PublishedView(
                state.gate().epoch(),
                state.tick(),
                state.gate().view(),
                state.policy(),
                snapshot,
                gangs,
                nodes(),
                queues(snapshot),
                classes(),
                foreign(),
                state.decisions().recent(),
                state.refusedObjects().all(),
                state.staleEvents());
    }

    private List<GangView> gangs() {
        List<GangView> views = new ArrayList<>();
        for (GangState gang : state.gangs().all()) {
            GangView view = gang.view();
            if (view == null) {
                view = gang(gang);
                gang.view(view);
            }
            views.add(view);
        }
        return List.copyOf(views);
    }

    private GangView gang(GangState gang) {
        List<MemberView> members = new ArrayList<>();
        for (Slot slot : gang.slots()) {
            Placement placement = state.room().placements().of(slot.podUid());
            members.add(new MemberView(slot.task(), slot.podUid(), placement == null ? null : placement.record()));
        }
        PublishedView.Gate gate = state.gate().view();
        List<Refusal> refusals = gate.open() || gang.isFinal()
                ? gang.refusals()
                : List.of(new Refusal.NotReadyToPlan(String.join(", ", gate.waitsFor())));
        return new GangView(gang.record(), state.priority(gang.gang()), gang.demand(), refusals, members);
    }

    private List<NodeView> nodes() {
        boolean anyGivesBack = !state.room().giveBacks().nodeNames().isEmpty();
        List<NodeView> views = new ArrayList<>();
        for (NodeEntry node : state.nodes().all()) {
            NodeFacts facts = node.facts();
            if (facts != null) {
                views.add(new NodeView(
                        facts,
                        node.session(),
                        node.lastHeardMillis(),
                        node.use(),
                        anyGivesBack ? state.room().giveBacks().onNode(node.name()) : List.of()));
            }
        }
        return views;
    }

    private List<QueueView> queues(ClusterSnapshot snapshot) {
        TreeMap<String, Integer> waiting = new TreeMap<>();
        TreeMap<String, Integer> started = new TreeMap<>();
        for (GangView gang : gangs) {
            String queue = gang.spec().gang().queue();
            switch (gang.spec().status().phase()) {
                case PENDING -> waiting.merge(queue, 1, Integer::sum);
                case STARTING, RUNNING, DEGRADED -> started.merge(queue, 1, Integer::sum);
                case COMPLETED, FAILED -> {}
            }
        }
        QueueLedger ledger = new QueueLedger(new QueueTree(snapshot.queues()), snapshot);
        List<QueueView> views = new ArrayList<>();
        for (Queue queue : state.queues().queues()) {
            views.add(new QueueView(
                    queue,
                    state.versions(Listed.Kind.QUEUES).version(queue.name()),
                    ledger.use(queue.name()),
                    waiting.getOrDefault(queue.name(), 0),
                    started.getOrDefault(queue.name(), 0)));
        }
        return views;
    }

    private List<PublishedView.PriorityClassView> classes() {
        List<PublishedView.PriorityClassView> views = new ArrayList<>();
        state.queues()
                .classes()
                .forEach((name, value) -> views.add(new PublishedView.PriorityClassView(
                        name,
                        value,
                        state.versions(Listed.Kind.PRIORITY_CLASSES).version(name))));
        return views;
    }

    private List<PublishedView.ForeignPod> foreign() {
        List<PublishedView.ForeignPod> views = new ArrayList<>();
        state.room()
                .foreign()
                .forEach(pod -> views.add(new PublishedView.ForeignPod(
                        pod.uid(), pod.name(), pod.nodeName(), pod.requests(), pod.grants())));
        return views;
    }
}
