package dev.basalt.core.plan;

import dev.basalt.core.device.Device;
import dev.basalt.core.snapshot.ClusterSnapshot;

/** What must hold of one device that a plan gives out. */
final class DeviceRules {
    private DeviceRules() {}

    /** What pods take of one device together. */
    static final class Sum {
        boolean isNew;
        long mib;
        long permille;
        int pods;
        int users;
        int exclusives;

        @Override
        public String toString() {
            return mib + " MiB, " + permille + " permille, " + pods + " pods, " + users + " users, " + exclusives
                    + " exclusive";
        }
    }

    static void check(ClusterSnapshot snapshot, int node, String uuid, Sum sum) {
        Device device = null;
        for (Device each : snapshot.facts(node).devices()) {
            device = each.uuid().equals(uuid) ? each : device;
        }
        if (device == null) {
            throw new IllegalStateException("broken plan: a device that is given out exists: " + uuid);
        }
        String about = uuid + ": " + sum;
        PlanCheck.require(
                device.health() instanceof Device.Health.Healthy, "only healthy devices are given out", about);
        long grantableMib = device.memoryTotalMib() - device.memoryReservedMib();
        PlanCheck.require(sum.mib <= grantableMib, "a device's memory suffices", about);
        PlanCheck.require(sum.permille <= Device.CORE_PERMILLE, "a device's cores suffice", about);
        PlanCheck.require(sum.exclusives == 0 || sum.pods == 1, "an exclusive device has one owner", about);
        boolean slotsSuffice = sum.exclusives > 0 || sum.users <= device.splitCount();
        PlanCheck.require(slotsSuffice, "a device's share slots suffice", about);
    }
}
