package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event.AgentHello;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.Doubts.Doubt;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares what an agent holds and runs with what it should. What it lacks is sent again, what it should not have is
 * taken back, and what it has not and need not have is free.
 */
final class HelloIngest {
    private final ClusterState state;

    HelloIngest(ClusterState state) {
        this.state = state;
    }

    void compare(NodeEntry node, AgentHello hello) {
        TreeMap<Grant.Key, Grant> held = new TreeMap<>();
        for (Grant grant : hello.grants()) {
            if (grant.state() != Grant.State.RELEASED) {
                held.put(grant.key(), grant);
            }
        }
        for (Placement placement : state.room().placements().onNode(node.name())) {
            if (placement.stage() != Stage.ENDED) {
                compareGrants(placement, held, hello.runningPods());
                compareProcesses(placement, hello);
            }
        }
        for (Grant known : state.room().giveBacks().onNode(node.name())) {
            if (!held.containsKey(known.key())) {
                state.room().notHeld(known);
            }
        }
        for (Doubt doubt : state.room().doubts().onNode(node.name())) {
            doubt.record().grants().forEach(grant -> held.remove(grant.key()));
        }
        for (Grant unknown : held.values()) {
            state.room().giveBack(unknown.onNode(node.name()), state.nowMillis());
        }
        if (hello.executor()) {
            endUnknownProcesses(node, hello.runningPods());
        }
    }

    /** Takes what the agent holds for a placement out of {@code held}; the rest of {@code held} nobody wants. */
    private void compareGrants(Placement placement, SortedMap<Grant.Key, Grant> held, List<String> runningPods) {
        PlacementRecord record = placement.record();
        boolean wanted = placement.before(Stage.TERMINATING) || contains(runningPods, record.podUid());
        List<Grant> grants = new ArrayList<>();
        for (Grant grant : record.grants()) {
            Grant there = held.get(grant.key());
            if (there != null && there.generation() >= grant.generation()) {
                held.remove(grant.key());
                grants.add(grant.in(there.state()));
            } else {
                grants.add(grant.in(wanted ? Grant.State.SENT : Grant.State.RELEASED));
            }
        }
        placement.asks().asked(Ask.GRANTS, state.nowMillis());
        placement.asks().reopened(Ask.COMMIT);
        placement.asks().reopened(Ask.WITHDRAW);
        state.room().advance(placement, record.withGrants(grants), state.nowMillis());
    }

    private void compareProcesses(Placement placement, AgentHello hello) {
        boolean runs = contains(hello.runningPods(), placement.podUid());
        placement.missingSince(Long.MAX_VALUE);
        if (!hello.executor()) {
            return;
        }
        switch (placement.stage()) {
            case BINDING, BOUND -> {
                if (runs) {
                    Bound.note(state, placement);
                    state.room().advance(placement, placement.record().in(Stage.RUNNING), state.nowMillis());
                } else {
                    placement.asks().reopened(Ask.BIND);
                }
            }
            case RUNNING -> missingUnless(runs, placement);
            case TERMINATING -> {
                placement.asks().reopened(Ask.EVICT);
                missingUnless(runs, placement);
            }
            case DECIDED, EXITED, ENDED -> {}
        }
    }

    private void missingUnless(boolean runs, Placement placement) {
        if (!runs) {
            placement.missingSince(state.nowMillis());
        }
    }

    /**
     * An executor runs something that nobody placed there: its node was deleted and came back, or its gang is
     * forgotten.
     */
    private void endUnknownProcesses(NodeEntry node, List<String> runningPods) {
        for (String podUid : runningPods) {
            Placement placement = state.room().placements().of(podUid);
            if (placement == null || !placement.record().nodeName().equals(node.name())) {
                state.outbox()
                        .pods(new Effect.Evict(
                                state.gate().epoch(),
                                podUid,
                                node.name(),
                                0,
                                Effect.Evict.Cause.NODE_LOST,
                                "nobody placed it on node " + node.name()));
            }
        }
    }

    private static boolean contains(List<String> sorted, String value) {
        return Collections.binarySearch(sorted, value) >= 0;
    }
}
