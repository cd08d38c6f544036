package dev.basalt.agent.limit;

import java.util.Comparator;

/**
 * What one grant is about: one container of one pod on one device.
 *
 * @param podUid never empty
 * @param container never empty
 * @param deviceUuid never empty; opaque
 */
public record GrantKey(String podUid, String container, String deviceUuid) implements Comparable<GrantKey> {
    private static final Comparator<GrantKey> ORDER = Comparator.comparing(GrantKey::podUid)
            .thenComparing(GrantKey::container)
            .thenComparing(GrantKey::deviceUuid);

    public GrantKey {
        if (podUid.isEmpty() || container.isEmpty() || deviceUuid.isEmpty()) {
            throw new IllegalArgumentException("A grant names pod UID, container and device UUID, have '" + podUid
                    + "', '" + container + "', '" + deviceUuid + "'");
        }
    }

    /** The container it is for. */
    public ContainerKey containerKey() {
        return new ContainerKey(podUid, container);
    }

    @Override
    public int compareTo(GrantKey other) {
        return ORDER.compare(this, other);
    }
}
