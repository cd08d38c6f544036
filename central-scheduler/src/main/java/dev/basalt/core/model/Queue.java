package dev.basalt.core.model;

/**
 * Who pays. Quotas count {@link ResourceVector#GPU_MILLI} for GPUs of any model and
 * {@code basalt.dev/gpu-milli.<model>} for those of one model; a resource absent from a capability is not limited.
 *
 * @param name unique in the cluster
 * @param parent name of the parent; {@code root} for top-level queues
 * @param weight share in fair division, at least 1
 * @param priority order among queues, higher first
 * @param capability never used beyond; 0 of a resource is none of it
 * @param deserved use below this is protected from eviction
 * @param guarantee kept free for this queue when nobody could give it back
 * @param reclaimable whether others may take back what it uses above {@code deserved}
 * @param open false refuses new gangs and lets the present ones end
 */
public record Queue(
        String name,
        String parent,
        int weight,
        int priority,
        Capability capability,
        ResourceVector deserved,
        ResourceVector guarantee,
        boolean reclaimable,
        boolean open) {
    /** Where gangs go that name no queue. It always exists. */
    public static final String DEFAULT = "default";
    /** Parent of all. It always exists and takes no gangs. */
    public static final String ROOT = "root";

    public Queue {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("queue name is empty");
        }
        if (weight < 1) {
            throw new IllegalArgumentException("queue " + name + ": weight " + weight + " is below 1");
        }
    }

    /** An open queue without limits. */
    public static Queue unlimited(String name) {
        return new Queue(name, ROOT, 1, 0, Capability.UNLIMITED, ResourceVector.ZERO, ResourceVector.ZERO, true, true);
    }
}
