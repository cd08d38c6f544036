package dev.basalt.world.taken;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ContainerSpec;
import java.util.TreeMap;

/**
 * What is taken of one device, added up here and nowhere else: of each pod the larger of its init and its main part.
 */
public final class DeviceUse {
    private final TreeMap<String, PodPart> parts = new TreeMap<>();

    public void add(Grant grant, ContainerSpec.Phase phase) {
        parts.computeIfAbsent(grant.key().podUid(), pod -> new PodPart()).add(grant, phase);
    }

    /** What is wrong with it on this device; empty when nothing is. */
    public String fault(Device device) {
        long memoryMib = parts.values().stream()
                .mapToLong(part -> Math.max(part.initMib, part.mainMib))
                .sum();
        int corePermille = parts.values().stream()
                .mapToInt(part -> Math.max(part.initPermille, part.mainPermille))
                .sum();
        boolean exclusive = parts.values().stream().anyMatch(part -> part.exclusive);
        if (memoryMib > device.grantableMib()) {
            return memoryMib + " MiB of " + device.grantableMib() + " by " + parts.keySet();
        }
        if (corePermille > Device.CORE_PERMILLE) {
            return corePermille + " permille of its cores by " + parts.keySet();
        }
        if (exclusive && parts.size() > 1) {
            return "an exclusive pod is not alone: " + parts.keySet();
        }
        return parts.size() > device.splitCount()
                ? parts.size() + " pods on " + device.splitCount() + " slots: " + parts.keySet()
                : "";
    }

    private static final class PodPart {
        private long initMib;
        private long mainMib;
        private int initPermille;
        private int mainPermille;
        private boolean exclusive;

        void add(Grant grant, ContainerSpec.Phase phase) {
            exclusive |= grant.exclusive();
            if (phase == ContainerSpec.Phase.INIT) {
                initMib = Math.max(initMib, grant.memoryMib());
                initPermille = Math.max(initPermille, grant.corePermille());
            } else {
                mainMib += grant.memoryMib();
                mainPermille += grant.corePermille();
            }
        }
    }
}
