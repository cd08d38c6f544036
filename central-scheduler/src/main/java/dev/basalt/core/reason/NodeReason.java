package dev.basalt.core.reason;

/** Why one node cannot take one task. */
public sealed interface NodeReason {
    /** False when only a change of the node or the request can help. */
    boolean canPass();

    /** A reason that passes when something is freed. */
    sealed interface Passing extends NodeReason {
        @Override
        default boolean canPass() {
            return true;
        }
    }

    /** A reason that stays until the node or the request changes. */
    sealed interface Lasting extends NodeReason {
        @Override
        default boolean canPass() {
            return false;
        }
    }

    /** Fewer whole GPUs are free than wanted. */
    record TooFewFreeGpus(int wanted, int free) implements Passing {}

    /** The node has fewer devices that qualify than wanted, even when idle. */
    record TooFewGpus(int wanted, int has) implements Lasting {}

    /** No device has this much memory free beside its other shares; {@code best} is the most any has. */
    record TooLittleGpuMemory(long wantedMib, long bestMib) implements Passing {}

    /** No device is large enough even when idle. */
    record GpuTooSmall(long wantedMib, long largestMib) implements Lasting {}

    /** No device has this much compute free; {@code bestPermille} is the most any has. */
    record TooFewCores(int wantedPermille, int bestPermille) implements Passing {}

    /** Every device that has room has all its share slots taken. */
    record NoShareSlot(int splitCount) implements Passing {}

    /** Less of a node resource is free than wanted. */
    record ResourceShort(String resource, long wanted, long free) implements Passing {}

    /** The node never has that much of a resource. */
    record ResourceTooSmall(String resource, long wanted, long has) implements Lasting {}

    /** A label that the task selects is absent or different. */
    record LabelMismatch(String key, String wanted) implements Lasting {}

    /** No node affinity term matches. */
    record AffinityMismatch() implements Lasting {}

    /** A taint that the task does not tolerate. */
    record Tainted(String key, String effect) implements Lasting {}

    /** The node takes no new pods. */
    record Cordoned() implements Lasting {}

    /** Its kubelet or agent does not answer. */
    record NotReady() implements Passing {}

    /** Its agent has not spoken under this epoch. */
    record AgentNotHeard() implements Passing {}

    /** Too few devices are healthy. */
    record GpusUnhealthy(int wanted, int healthy) implements Passing {}

    /** No device of a model (or UUID) that the task selects. */
    record ModelMismatch(String wanted) implements Lasting {}

    /** A host port is taken. */
    record PortTaken(String port) implements Passing {}

    /** The node just failed this gang; it is tried again later. */
    record JustFailed() implements Passing {}

    /** A share wants several distinct devices, and fewer have room for it. */
    record TooFewDevicesWithRoom(int wanted, int have) implements Passing {}

    /** The node has fewer MIG instances of the profile than wanted, even when idle. */
    record TooFewMigInstances(String profile, int wanted, int has) implements Lasting {}

    /** Fewer MIG instances of the profile are free than wanted. */
    record TooFewFreeMigInstances(String profile, int wanted, int free) implements Passing {}

    /** Each GPU ask of the pod fits alone, all of them together do not. */
    record AsksDoNotFitTogether(int asks) implements Passing {}

    /** No pod that the task must be near is in the node's domain. */
    record NeighbourMissing(String topologyKey) implements Passing {}

    /** A pod in the node's domain and the task must be apart. */
    record NeighbourTooClose(String topologyKey) implements Passing {}

    /** The node's domain would have too many more of the task's kind than the domain with the fewest. */
    record SpreadTooUneven(String topologyKey, int skew, int maxSkew) implements Passing {}

    /** Devices are kept for another gang. */
    record Held(int devices) implements Passing {}
}
