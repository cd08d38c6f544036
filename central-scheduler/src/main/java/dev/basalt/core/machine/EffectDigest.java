package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.CreatePods.PodAsk;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Hold;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;
import java.util.SortedMap;

/**
 * Running 64-bit digest of effects (FNV-1a over their fields, in order). Every field that decides what happens outside
 * is encoded here by hand, so that equal digests mean equal behaviour on any JVM.
 */
final class EffectDigest {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private long digest = FNV_OFFSET;

    long value() {
        return digest;
    }

    void add(Effect effect) {
        text(effect.getClass().getSimpleName());
        number(effect.epoch());
        switch (effect) {
            case Persist persist -> persist.changes().forEach(this::change);
            case Effect.WelcomeAgent welcome -> {
                text(welcome.nodeName());
                session(welcome.session());
                number(welcome.generation());
                grants(welcome.desired());
            }
            case Effect.RefuseAgent refuse -> {
                text(refuse.nodeName());
                session(refuse.session());
                text(refuse.reason());
            }
            case Effect.SendGrants send -> {
                text(send.nodeName());
                number(send.generation());
                grants(send.grants());
                number(send.deadlineMillis());
            }
            case Effect.CommitGrants commit -> {
                text(commit.nodeName());
                number(commit.generation());
                commit.keys().forEach(this::key);
            }
            case Effect.WithdrawGrants withdraw -> {
                text(withdraw.nodeName());
                number(withdraw.generation());
                withdraw.keys().forEach(this::key);
            }
            case Effect.CreatePods create -> {
                text(create.gangUid());
                create.pods().forEach(this::ask);
            }
            case Effect.Bind bind -> bind(bind);
            case Effect.Evict evict -> {
                text(evict.podUid());
                text(evict.nodeName());
                number(evict.graceMillis());
                text(evict.cause().name());
                text(evict.detail());
            }
            case Effect.DeletePod delete -> text(delete.podUid());
            case Effect.ReportStatus report -> {
                text(report.gangUid());
                status(report.status());
            }
            case Effect.RecordDecision record -> decision(record.decision());
            case Effect.RaiseEpoch raise -> {}
            case Effect.Mirror mirror -> mirror.holds().forEach(this::hold);
        }
    }

    private void change(Persist.Change change) {
        text(change.getClass().getSimpleName());
        switch (change) {
            case Persist.PutEpoch put -> number(put.epoch());
            case Persist.PutCounters put -> {
                number(put.counters().decision());
                number(put.counters().generation());
                number(put.counters().arrival());
            }
            case Persist.PutGang put -> gang(put.gang());
            case Persist.RemoveGang remove -> text(remove.gangUid());
            case Persist.PutQueue put -> {
                text(put.queue().name());
                text(put.queue().parent());
                number(put.queue().weight());
                number(put.queue().priority());
                amounts(put.queue().capability().limits());
                amounts(put.queue().deserved());
                amounts(put.queue().guarantee());
                flag(put.queue().reclaimable());
                flag(put.queue().open());
                number(put.version());
            }
            case Persist.RemoveQueue remove -> text(remove.queueName());
            case Persist.PutPriorityClass put -> {
                text(put.name());
                number(put.value());
                number(put.version());
            }
            case Persist.RemovePriorityClass remove -> text(remove.name());
            case Persist.PutPlacement put -> placement(put.placement());
            case Persist.RemovePlacement remove -> text(remove.podUid());
            case Persist.PutHold put -> hold(put.hold());
            case Persist.RemoveHold remove -> text(remove.holdId());
        }
    }

    private void bind(Effect.Bind bind) {
        text(bind.gangUid());
        task(bind.task());
        text(bind.podUid());
        text(bind.nodeName());
        number(bind.generation());
        grants(bind.grants());
        number(bind.rank());
        number(bind.worldSize());
        bind.containers().forEach(container -> text(container.name()));
        number(bind.declaredRunMillis());
        number(bind.graceMillis());
    }

    /** What a gang is stored with; its templates are the user's and follow from its version. */
    private void gang(GangRecord record) {
        Gang gang = record.gang();
        text(gang.uid());
        text(gang.queue());
        number(gang.minimum());
        for (MemberGroup role : gang.roles()) {
            text(role.name());
            number(role.minimum());
            number(role.desired());
        }
        number(record.version());
        number(record.arrival());
        number(record.incarnation());
        flag(record.ran());
        flag(record.deleting());
        status(record.status());
    }

    private void placement(PlacementRecord record) {
        text(record.podUid());
        task(record.task());
        text(record.nodeName());
        amounts(record.requests());
        grants(record.grants());
        text(record.stage().name());
        number(record.exitCode());
        flag(record.endedWell());
        flag(record.lost());
    }

    private void decision(Effect.Decision decision) {
        number(decision.id());
        number(decision.wallMillis());
        text(decision.kind().name());
        text(decision.gangUid());
        text(decision.podUid());
        text(decision.nodeName());
        decision.deviceUuids().forEach(this::text);
        amounts(decision.use());
        text(decision.detail());
    }

    private void status(GangStatus status) {
        text(status.phase().name());
        number(status.pending());
        number(status.starting());
        number(status.running());
        number(status.succeeded());
        number(status.failed());
        text(status.reason());
    }

    private void hold(Hold hold) {
        text(hold.id());
        text(hold.gangUid());
        hold.deviceUuids().forEach(this::text);
        text(hold.owner());
        text(hold.reason());
        number(hold.expiresAtMillis());
    }

    private void grants(List<Grant> grants) {
        number(grants.size());
        for (Grant grant : grants) {
            key(grant.key());
            text(grant.node());
            number(grant.memoryMib());
            number(grant.corePermille());
            flag(grant.exclusive());
            number(grant.epoch());
            number(grant.generation());
            text(grant.state().name());
        }
    }

    private void key(Grant.Key key) {
        text(key.podUid());
        text(key.container());
        text(key.deviceUuid());
    }

    private void ask(PodAsk ask) {
        task(ask.task());
        number(ask.incarnation());
    }

    private void task(TaskId task) {
        text(task.gangUid());
        text(task.role());
        number(task.index());
    }

    private void session(Event.Session session) {
        text(session.bootId());
        text(session.agentInstance());
        number(session.connection());
    }

    private void amounts(ResourceVector vector) {
        amounts(vector.amounts());
    }

    private void amounts(SortedMap<String, Long> amounts) {
        amounts.forEach((name, amount) -> {
            text(name);
            number(amount);
        });
    }

    private void text(String text) {
        number(text.length());
        for (int at = 0; at < text.length(); at++) {
            mix(text.charAt(at));
        }
    }

    private void flag(boolean flag) {
        mix(flag ? 1 : 0);
    }

    private void number(long number) {
        for (int shift = 0; shift < Long.SIZE; shift += 16) {
            mix(number >>> shift & 0xffff);
        }
    }

    private void mix(long unit) {
        digest = (digest ^ unit) * FNV_PRIME;
    }
}
