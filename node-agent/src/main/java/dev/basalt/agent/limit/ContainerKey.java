package dev.basalt.agent.limit;

import java.util.Comparator;

/** One container of one pod. */
public record ContainerKey(String podUid, String container) implements Comparable<ContainerKey> {
    private static final Comparator<ContainerKey> ORDER =
            Comparator.comparing(ContainerKey::podUid).thenComparing(ContainerKey::container);

    @Override
    public int compareTo(ContainerKey other) {
        return ORDER.compare(this, other);
    }
}
