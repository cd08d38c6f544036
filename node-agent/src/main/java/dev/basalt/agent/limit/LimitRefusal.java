package dev.basalt.agent.limit;

/** Why a grant is not accepted. Carries numbers; sentences are made where people read them. */
public sealed interface LimitRefusal {
    /** Decided by a leader that has been replaced. */
    record OlderEpoch(long epoch, long highestEpochSeen) implements LimitRefusal {}

    /** A newer decision is stored already. */
    record OlderGeneration(long generation, long storedGeneration) implements LimitRefusal {}

    /** Changes to a generation that is not the stored one; everything is needed. */
    record MissedGeneration(long baseGeneration, long storedGeneration) implements LimitRefusal {}

    /** No such device here. */
    record UnknownDevice(String deviceUuid) implements LimitRefusal {}

    /** More memory than the device has left. */
    record OverMemory(long wantedMib, long freeMib) implements LimitRefusal {}

    /** More cores than the device has left. */
    record OverCores(int wantedPermille, int freePermille) implements LimitRefusal {}

    /** One of the pods on the device wants it alone. */
    record NotAlone(String otherPodUid) implements LimitRefusal {}

    /** As many pods are on the device as may share it. */
    record OverSplitCount(int splitCount) implements LimitRefusal {}

    /** The device cannot enforce it that way. */
    record RungNotOffered(Rung rung) implements LimitRefusal {}

    /** It ended here before; only a newer decision brings it back. */
    record Ended(EndedGrant.Why why) implements LimitRefusal {}

    /** It was taken back, and its container has not ended yet. */
    record StillReleasing() implements LimitRefusal {}

    /** The agent could not store it. */
    record NotStored(String problem) implements LimitRefusal {}

    /** Whether it can pass without anybody changing the request or the cluster. */
    default boolean canPassByWaiting() {
        return switch (this) {
            case OverMemory ignored -> true;
            case OverCores ignored -> true;
            case NotAlone ignored -> true;
            case OverSplitCount ignored -> true;
            case StillReleasing ignored -> true;
            case MissedGeneration ignored -> true;
            case NotStored ignored -> true;
            case OlderEpoch ignored -> false;
            case OlderGeneration ignored -> false;
            case UnknownDevice ignored -> false;
            case RungNotOffered ignored -> false;
            case Ended ignored -> false;
        };
    }
}
