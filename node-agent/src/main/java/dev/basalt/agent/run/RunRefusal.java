package dev.basalt.agent.run;

import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitBook;
import dev.basalt.agent.limit.LimitGrant;
import java.util.Optional;

/** Why a task is not started. */
public sealed interface RunRefusal {
    /** Decided by a leader that has been replaced. */
    record OlderEpoch(long epoch, long highestEpochSeen) implements RunRefusal {}

    /** One of its grants was never accepted here, or has ended. */
    record GrantNotHeld(String deviceUuid) implements RunRefusal {}

    /** One of its grants was decided anew since. */
    record GrantOfOtherGeneration(String deviceUuid, long generation, long heldGeneration) implements RunRefusal {}

    /** One of its grants was taken back. */
    record GrantReleasing(String deviceUuid) implements RunRefusal {}

    /** One of its grants allows something else than what was accepted. */
    record GrantDiffers(String deviceUuid) implements RunRefusal {}

    /** It makes no sense. */
    record BadOrder(String problem) implements RunRefusal {}

    /** The agent could not store it. */
    record NotStored(String problem) implements RunRefusal {}

    /** The first reason not to start that task under those limits. */
    static Optional<RunRefusal> of(RunOrder order, LimitBook book) {
        if (order.revision().epoch() < book.highestEpoch()) {
            return Optional.of(new OlderEpoch(order.revision().epoch(), book.highestEpoch()));
        }
        return order.grants().stream()
                .flatMap(grant -> of(grant, book).stream())
                .findFirst();
    }

    private static Optional<RunRefusal> of(LimitGrant grant, LimitBook book) {
        String device = grant.key().deviceUuid();
        HeldGrant held = book.held().get(grant.key());
        if (held == null) {
            return Optional.of(new GrantNotHeld(device));
        }
        if (held.releasing()) {
            return Optional.of(new GrantReleasing(device));
        }
        if (!held.grant().revision().equals(grant.revision())) {
            return Optional.of(new GrantOfOtherGeneration(
                    device,
                    grant.revision().generation(),
                    held.grant().revision().generation()));
        }
        return held.grant().allowsTheSameAs(grant) ? Optional.empty() : Optional.of(new GrantDiffers(device));
    }

    /** A sentence for people, with what to do. */
    default String text() {
        return switch (this) {
            case OlderEpoch older ->
                "epoch " + older.epoch() + " is older than " + older.highestEpochSeen()
                        + ". Maybe a replaced leader still sends";
            case GrantNotHeld missing ->
                "no grant on " + missing.deviceUuid()
                        + " is held here. Maybe its deadline passed before the task was sent";
            case GrantOfOtherGeneration other ->
                "the grant on " + other.deviceUuid() + " is held in generation " + other.heldGeneration() + ", not "
                        + other.generation() + ". Maybe it was decided anew meanwhile";
            case GrantReleasing gone -> "the grant on " + gone.deviceUuid() + " was taken back";
            case GrantDiffers differs ->
                "the grant on " + differs.deviceUuid() + " allows something else than what was accepted";
            case BadOrder bad -> bad.problem();
            case NotStored failed -> "the order could not be stored: " + failed.problem() + ". Maybe the disk is full";
        };
    }
}
