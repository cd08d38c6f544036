package dev.basalt.admin.show;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.loop.LoopObserver;
import dev.basalt.proto.types.v1.Decision;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When gangs and pods came, started and ended, in Unix time, as decisions and statuses told; 0 where that is not known.
 */
public final class Times implements LoopObserver {
    private final ConcurrentHashMap<String, Life> lives = new ConcurrentHashMap<>();

    /** Times of one gang or pod. */
    public record Life(long createdUnixMillis, long startedUnixMillis, long endedUnixMillis, long lastDecision) {
        static final Life NONE = new Life(0, 0, 0, 0);

        private Life created(long unixMillis) {
            return new Life(unixMillis, startedUnixMillis, endedUnixMillis, lastDecision);
        }

        private Life started(long unixMillis) {
            return new Life(createdUnixMillis, unixMillis, 0, lastDecision);
        }

        private Life ended(long unixMillis) {
            return new Life(createdUnixMillis, startedUnixMillis, unixMillis, lastDecision);
        }

        private Life decided(long id) {
            return new Life(createdUnixMillis, startedUnixMillis, endedUnixMillis, Math.max(id, lastDecision));
        }
    }

    /** Times of a gang or pod by its UID. */
    public Life of(String uid) {
        return lives.getOrDefault(uid, Life.NONE);
    }

    @Override
    public void stepped(Step step) {
        for (Effect effect : step.effects()) {
            switch (effect) {
                case Effect.RecordDecision recorded -> decided(recorded.decision());
                case Effect.ReportStatus report ->
                    stands(
                            report.gangUid(),
                            report.status().phase(),
                            step.tick().wallMillis());
                case Effect.Persist persist -> persist.changes().forEach(this::forget);
                default -> {}
            }
        }
    }

    /** Takes in what history holds, the oldest first; later decisions go over earlier ones. */
    public void restore(Decision decision) {
        long at = decision.getDecidedUnixMillis();
        String uid = decision.getPodUid().isEmpty() ? decision.getGangUid() : decision.getPodUid();
        switch (decision.getKind()) {
            case DECISION_KIND_ADMITTED -> change(uid, Life.NONE.created(at));
            case DECISION_KIND_BOUND -> {
                change(uid, of(uid).started(at));
                change(decision.getGangUid(), of(decision.getGangUid()).started(at));
            }
            case DECISION_KIND_ENDED -> {
                change(uid, of(uid).ended(at));
                change(decision.getGangUid(), of(decision.getGangUid()).ended(at));
            }
            default -> {}
        }
        change(decision.getGangUid(), of(decision.getGangUid()).decided(decision.getId()));
    }

    private void decided(Effect.Decision decision) {
        String uid = decision.podUid().isEmpty() ? decision.gangUid() : decision.podUid();
        switch (decision.kind()) {
            case ADMITTED -> change(uid, Life.NONE.created(decision.wallMillis()));
            case BOUND -> change(uid, of(uid).started(decision.wallMillis()));
            case ENDED -> change(uid, of(uid).ended(decision.wallMillis()));
            case PLACED, WITHDRAWN, EVICTED, REFUSED, QUARANTINED -> {}
        }
        change(decision.gangUid(), of(decision.gangUid()).decided(decision.id()));
    }

    private void stands(String gangUid, Phase phase, long unixMillis) {
        Life life = of(gangUid);
        switch (phase) {
            case RUNNING -> {
                if (life.startedUnixMillis() == 0) {
                    change(gangUid, life.started(unixMillis));
                }
            }
            case COMPLETED, FAILED -> change(gangUid, life.ended(unixMillis));
            case PENDING, STARTING, DEGRADED -> {}
        }
    }

    private void change(String uid, Life life) {
        if (!uid.isEmpty()) {
            lives.put(uid, life);
        }
    }

    private void forget(Effect.Persist.Change change) {
        switch (change) {
            case Effect.Persist.RemoveGang gone -> lives.remove(gone.gangUid());
            case Effect.Persist.RemovePlacement gone -> lives.remove(gone.podUid());
            default -> {}
        }
    }
}
