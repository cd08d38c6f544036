package dev.basalt.agent.wire;

import dev.basalt.agent.disk.SafeName;
import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.HeldGrant.Stage;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.limit.Rung;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.proto.types.v1.ContainerPhase;
import dev.basalt.proto.types.v1.EnforcementRung;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.proto.types.v1.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Grants, and what is said about them, as they travel. */
public final class GrantWire {
    private GrantWire() {}

    /**
     * Desired limits as they arrived. A grant that makes no sense is answered alone and harms no other.
     *
     * @throws IllegalArgumentException when the message as a whole makes no sense, naming the field and its value
     */
    public static Arrived desired(dev.basalt.proto.agent.v1.DesiredLimits message) {
        var grants = new ArrayList<LimitGrant>();
        var bad = new ArrayList<GrantStatus>();
        for (Grant grant : message.getGrantsList()) {
            try {
                grants.add(grant(grant, message.getDeadlineMillis()));
            } catch (IllegalArgumentException wrong) {
                bad.add(refusedAsBad(grant, String.valueOf(wrong.getMessage())));
            }
        }
        var desired = new DesiredLimits(
                new Revision(message.getEpoch(), message.getGeneration()),
                scope(message.getScope()),
                message.getBaseGeneration(),
                grants,
                message.getWithdrawnList().stream()
                        .filter(GrantWire::named)
                        .map(GrantWire::key)
                        .toList());
        return new Arrived(desired, bad);
    }

    /**
     * Desired limits, and answers to those of their grants that make no sense.
     *
     * @param desired what made sense
     * @param bad what did not
     */
    public record Arrived(DesiredLimits desired, List<GrantStatus> bad) {}

    private static GrantStatus refusedAsBad(Grant grant, String problem) {
        return GrantStatus.newBuilder()
                .setKey(grant.getKey())
                .setState(GrantState.GRANT_STATE_REFUSED)
                .setEpoch(grant.getEpoch())
                .setGeneration(grant.getGeneration())
                .setReason(ReasonWire.of(new BadGrant(problem), false))
                .build();
    }

    private record BadGrant(String problem) {}

    private static boolean named(dev.basalt.proto.types.v1.GrantKey key) {
        return !key.getPodUid().isEmpty()
                && !key.getContainer().isEmpty()
                && !key.getDeviceUuid().isEmpty();
    }

    private static DesiredLimits.Scope scope(DesiredScope scope) {
        return switch (scope) {
            case DESIRED_SCOPE_FULL -> DesiredLimits.Scope.FULL;
            case DESIRED_SCOPE_CHANGES -> DesiredLimits.Scope.CHANGES;
            case DESIRED_SCOPE_UNSPECIFIED, UNRECOGNIZED ->
                throw new IllegalArgumentException("scope must be FULL or CHANGES, is " + scope);
        };
    }

    /**
     * A grant as it arrived.
     *
     * @param deadlineMillis for a grant that does not say its own
     * @throws IllegalArgumentException when a field makes no sense, naming it and its value
     */
    public static LimitGrant grant(Grant grant, long deadlineMillis) {
        boolean committed = grant.getState() == GrantState.GRANT_STATE_COMMITTED
                || grant.getState() == GrantState.GRANT_STATE_IN_FORCE;
        long ownDeadline = grant.getDeadlineMillis() == 0 ? deadlineMillis : grant.getDeadlineMillis();
        SafeName.require("key.pod_uid", grant.getKey().getPodUid());
        SafeName.require("key.container", grant.getKey().getContainer());
        return new LimitGrant(
                key(grant.getKey()),
                grant.getMemoryMib(),
                grant.getCorePermille(),
                grant.getExclusive(),
                phase(grant.getPhase()),
                new Revision(grant.getEpoch(), grant.getGeneration()),
                committed ? 0 : ownDeadline,
                committed,
                rung(grant.getRung()),
                new LimitGrant.Owner(
                        grant.getNamespace(),
                        grant.getPodName(),
                        grant.getGangUid(),
                        grant.getGangName(),
                        grant.getQueue(),
                        grant.getDeviceSlot(),
                        grant.getShareSlot()));
    }

    /** A held grant as it travels and is stored. */
    public static Grant held(HeldGrant held) {
        LimitGrant grant = held.grant();
        LimitGrant.Owner owner = grant.owner();
        return Grant.newBuilder()
                .setKey(key(grant.key()))
                .setState(state(held.stage()))
                .setMemoryMib(grant.memoryMib())
                .setCorePermille(grant.corePermille())
                .setExclusive(grant.exclusive())
                .setPhase(phase(grant.phase()))
                .setEpoch(grant.revision().epoch())
                .setGeneration(grant.revision().generation())
                .setDeadlineMillis(held.stage() == Stage.ACCEPTED ? grant.deadlineMillis() : 0)
                .setRung(rung(grant))
                .setNamespace(owner.namespace())
                .setPodName(owner.podName())
                .setGangUid(owner.gangUid())
                .setGangName(owner.gangName())
                .setQueue(owner.queue())
                .setDeviceSlot(owner.deviceSlot())
                .setShareSlot(owner.shareSlot())
                .build();
    }

    /**
     * What is said about a grant.
     *
     * @param unixMillis now, by the agent's clock
     */
    public static GrantStatus status(GrantReport report, long unixMillis) {
        var built = GrantStatus.newBuilder().setSinceUnixMillis(unixMillis);
        switch (report) {
            case GrantReport.Held still -> {
                LimitGrant grant = still.held().grant();
                revision(built, grant.revision())
                        .setKey(key(grant.key()))
                        .setState(state(still.held().stage()))
                        .setViolationCount(still.violationCount())
                        .setRung(rung(grant));
            }
            case GrantReport.Ended over ->
                revision(built, over.ended().revision())
                        .setKey(key(over.ended().key()))
                        .setState(GrantState.GRANT_STATE_RELEASED)
                        .setReason(reason(over.ended()));
            case GrantReport.Refused refused ->
                revision(built, refused.revision())
                        .setKey(key(refused.key()))
                        .setState(GrantState.GRANT_STATE_REFUSED)
                        .setReason(ReasonWire.of(
                                (Record) refused.reason(), refused.reason().canPassByWaiting()));
            case GrantReport.Gone gone -> built.setKey(key(gone.key())).setState(GrantState.GRANT_STATE_RELEASED);
        }
        return built.build();
    }

    /** What an ended grant was, from its stored status. */
    public static EndedGrant ended(GrantStatus status) {
        boolean expired = status.getReason().getCode().equals("Expired");
        return new EndedGrant(
                key(status.getKey()),
                new Revision(status.getEpoch(), status.getGeneration()),
                expired ? EndedGrant.Why.EXPIRED : EndedGrant.Why.WITHDRAWN);
    }

    private static Reason reason(EndedGrant ended) {
        return switch (ended.why()) {
            case WITHDRAWN -> Reason.newBuilder().setCode("Withdrawn").build();
            case EXPIRED -> Reason.newBuilder().setCode("Expired").build();
        };
    }

    private static GrantStatus.Builder revision(GrantStatus.Builder built, Revision revision) {
        return built.setEpoch(revision.epoch()).setGeneration(revision.generation());
    }

    /** The key of a grant. */
    public static GrantKey key(dev.basalt.proto.types.v1.GrantKey key) {
        return new GrantKey(key.getPodUid(), key.getContainer(), key.getDeviceUuid());
    }

    /** The key of a grant, as it travels. */
    public static dev.basalt.proto.types.v1.GrantKey key(GrantKey key) {
        return dev.basalt.proto.types.v1.GrantKey.newBuilder()
                .setPodUid(key.podUid())
                .setContainer(key.container())
                .setDeviceUuid(key.deviceUuid())
                .build();
    }

    private static EnforcementRung rung(LimitGrant grant) {
        return grant.rung().map(GrantWire::rung).orElse(EnforcementRung.ENFORCEMENT_RUNG_UNSPECIFIED);
    }

    private static GrantState state(Stage stage) {
        return switch (stage) {
            case ACCEPTED -> GrantState.GRANT_STATE_ACCEPTED;
            case COMMITTED -> GrantState.GRANT_STATE_COMMITTED;
            case IN_FORCE -> GrantState.GRANT_STATE_IN_FORCE;
        };
    }

    /**
     * How far a stored grant had come. Anything but ACCEPTED counts as committed, for it will be put in force again.
     */
    public static Stage stage(GrantState state) {
        return state == GrantState.GRANT_STATE_ACCEPTED ? Stage.ACCEPTED : Stage.COMMITTED;
    }

    /** When a container runs; not said is MAIN. */
    public static Phase phase(ContainerPhase phase) {
        return switch (phase) {
            case CONTAINER_PHASE_INIT -> Phase.INIT;
            case CONTAINER_PHASE_RESTARTABLE_INIT -> Phase.RESTARTABLE_INIT;
            case CONTAINER_PHASE_MAIN, CONTAINER_PHASE_UNSPECIFIED, UNRECOGNIZED -> Phase.MAIN;
        };
    }

    private static ContainerPhase phase(Phase phase) {
        return switch (phase) {
            case INIT -> ContainerPhase.CONTAINER_PHASE_INIT;
            case RESTARTABLE_INIT -> ContainerPhase.CONTAINER_PHASE_RESTARTABLE_INIT;
            case MAIN -> ContainerPhase.CONTAINER_PHASE_MAIN;
        };
    }

    /** The rung; empty when it is not said. */
    public static Optional<Rung> rung(EnforcementRung rung) {
        return switch (rung) {
            case ENFORCEMENT_RUNG_MIG -> Optional.of(Rung.MIG);
            case ENFORCEMENT_RUNG_DRIVER_CGROUP -> Optional.of(Rung.DRIVER_CGROUP);
            case ENFORCEMENT_RUNG_CUDA_SHIM -> Optional.of(Rung.CUDA_SHIM);
            case ENFORCEMENT_RUNG_MPS -> Optional.of(Rung.MPS);
            case ENFORCEMENT_RUNG_WATCHDOG -> Optional.of(Rung.WATCHDOG);
            case ENFORCEMENT_RUNG_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }

    /** The rung, as it travels. */
    public static EnforcementRung rung(Rung rung) {
        return switch (rung) {
            case MIG -> EnforcementRung.ENFORCEMENT_RUNG_MIG;
            case DRIVER_CGROUP -> EnforcementRung.ENFORCEMENT_RUNG_DRIVER_CGROUP;
            case CUDA_SHIM -> EnforcementRung.ENFORCEMENT_RUNG_CUDA_SHIM;
            case MPS -> EnforcementRung.ENFORCEMENT_RUNG_MPS;
            case WATCHDOG -> EnforcementRung.ENFORCEMENT_RUNG_WATCHDOG;
        };
    }
}
