package dev.basalt.core.snapshot;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.ResourceVector;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a pod's use costs its queue: GPUs in thousandths, by all models and by its own, and the rest as it is.
 */
public final class Quota {
    /** Prefix of the quota of one GPU model; the model's name follows. */
    public static final String MODEL_PREFIX = ResourceVector.GPU_MILLI + ".";

    /** Most of one resource that one pod is counted with, so that sums of hostile requests stay exact. */
    private static final long LARGEST_AMOUNT = 1L << 50;

    private Quota() {}

    /** Thousandths of a whole device: the larger part of memory and cores; a MIG instance by its slices of seven. */
    public static int gpuMilli(Device device, long memoryMib, int corePermille, boolean exclusive) {
        return switch (device.kind()) {
            case Device.Kind.MigInstance mig -> migMilli(mig.profile());
            case Device.Kind.Whole whole -> {
                if (exclusive) {
                    yield 1000;
                }
                long grantable = Math.max(1, device.grantableMib());
                long byMemory = Math.min(1000, (memoryMib * 1000 + grantable - 1) / grantable);
                yield Math.clamp(byMemory, Math.min(1000, corePermille), 1000);
            }
        };
    }

    /** Compute slices of a profile such as {@code 3g.40gb}, as thousandths of the seven that a GPU has. */
    private static int migMilli(String profile) {
        int gPosition = profile.indexOf('g');
        int slices = 1;
        if (gPosition == 1 && Character.isDigit(profile.charAt(0))) {
            slices = Math.max(1, profile.charAt(0) - '0');
        }
        return Math.min(1000, (slices * 1000 + 6) / 7);
    }

    /** Cost of a charge; {@code facts} is null while its node is not known, then devices count as well as can be. */
    static ResourceVector cost(Charge charge, @Nullable NodeFacts facts) {
        if (facts == null) {
            return unknownNodeCost(charge);
        }
        PodUse use = PodUse.of(charge, facts);
        ResourceVector known = cost(use.requests(), use.devices(), facts.devices());
        List<Charge.DeviceCharge> unseen = charge.devices().stream()
                .filter(part -> facts.devices().stream()
                        .noneMatch(device -> device.uuid().equals(part.deviceUuid())))
                .toList();
        return unseen.isEmpty() ? known : known.plus(unseenCost(unseen));
    }

    private static ResourceVector unknownNodeCost(Charge charge) {
        PodUse bare = new PodUse(charge.requests(), new PodDevices(0), 0, List.of(), Resident.NONE);
        return cost(bare.requests(), bare.devices(), List.of()).plus(unseenCost(charge.devices()));
    }

    /** Cost of devices of which only UUIDs are known: nothing of their memory, and containers in turn take turns. */
    private static ResourceVector unseenCost(List<Charge.DeviceCharge> parts) {
        TreeMap<String, int[]> byDevice = new TreeMap<>();
        for (Charge.DeviceCharge part : parts) {
            int[] phases = byDevice.computeIfAbsent(part.deviceUuid(), any -> new int[3]);
            int milli = part.exclusive() ? 1000 : part.corePermille();
            switch (part.phase()) {
                case INIT -> phases[0] = Math.max(phases[0], milli);
                case RESTARTABLE_INIT -> phases[1] += milli;
                case MAIN -> phases[2] += milli;
            }
        }
        long total = 0;
        for (int[] phases : byDevice.values()) {
            total += Math.min(1000, phases[1] + Math.max(phases[0], phases[2]));
        }
        return ResourceVector.of(ResourceVector.GPU_MILLI, total);
    }

    /** Cost of a pod with these requests that takes this of a node's devices. */
    public static ResourceVector cost(ResourceVector requests, PodDevices use, List<Device> devices) {
        TreeMap<String, Long> cost = new TreeMap<>();
        requests.amounts().forEach((name, amount) -> cost.put(name, Math.clamp(amount, 0, LARGEST_AMOUNT)));
        cost.remove(ResourceVector.GPU);
        for (int slot = 0; slot < use.slotCount(); slot++) {
            if (use.uses(slot)) {
                Device device = devices.get(slot);
                long milli = gpuMilli(device, use.memoryMib(slot), use.corePermille(slot), use.exclusive(slot));
                cost.merge(ResourceVector.GPU_MILLI, milli, Long::sum);
                cost.merge(MODEL_PREFIX + device.model(), milli, Long::sum);
            }
        }
        return new ResourceVector(cost);
    }
}
