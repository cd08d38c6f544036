package dev.basalt.core.machine.ingest;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import org.jspecify.annotations.Nullable;

/** What became of binds and evictions. */
final class ResultIngest {
    private final ClusterState state;

    ResultIngest(ClusterState state) {
        this.state = state;
    }

    void take(Event.ResultEvent event) {
        switch (event) {
            case Event.BindDone done -> bound(binding(done.podUid(), done.nodeName(), done.generation()));
            case Event.BindFailed failed ->
                fail(binding(failed.podUid(), failed.nodeName(), failed.generation()), failed);
            case Event.EvictDone done -> {
                Placement placement = state.room().placements().of(done.podUid());
                if (placement != null) {
                    placement.asks().settled(Ask.EVICT);
                }
            }
            case Event.EvictFailed failed -> {
                Placement placement = state.room().placements().of(failed.podUid());
                if (placement != null) {
                    placement.asks().asked(Ask.EVICT, state.nowMillis());
                    state.gangs().touch(placement.record().task().gangUid());
                }
            }
        }
    }

    private void bound(@Nullable Placement placement) {
        if (placement != null) {
            Bound.note(state, placement);
        }
    }

    private void fail(@Nullable Placement placement, Event.BindFailed failed) {
        if (placement == null) {
            return;
        }
        placement.refused("bind failed: " + failed.message());
        if (!failed.retryable()) {
            placement.podIsLost();
        }
        state.gangs().touch(placement.record().task().gangUid());
    }

    /** The placement that is being bound as the answer says; null when the answer is late. */
    private @Nullable Placement binding(String podUid, String nodeName, long generation) {
        Placement placement = state.room().placements().of(podUid);
        boolean answers = placement != null
                && placement.stage() == Stage.BINDING
                && placement.record().nodeName().equals(nodeName)
                && placement.generation() == generation;
        if (!answers) {
            state.ignored();
        }
        return answers ? placement : null;
    }
}
