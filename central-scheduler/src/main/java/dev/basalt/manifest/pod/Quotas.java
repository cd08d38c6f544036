package dev.basalt.manifest.pod;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Quantity;

/** Reads resource lists of queues and pod groups, in which GPUs are counted in thousandths. */
public final class Quotas {
    private static final long MILLI = 1000;

    private Quotas() {}

    /** The amounts; GPUs as {@link ResourceVector#GPU_MILLI}. Problems are reported on the fields they are in. */
    public static ResourceVector read(Field list) {
        ResourceVector amounts = ResourceVector.ZERO;
        for (String name : list.keys()) {
            Field field = list.at(name);
            Quantity quantity = ResourceAsks.quantity(field);
            if (quantity == null) {
                continue;
            }
            boolean gpu = name.equals(ResourceVector.GPU);
            if (GpuNames.isGpu(name) && !gpu) {
                continue;
            }
            Long amount = quantity.times(gpu || name.equals(ResourceVector.CPU) ? MILLI : 1);
            if (amount != null) {
                if (amount == 0) {
                    field.warn("is zero", "no limit", "leave it out, or limit it to a small amount");
                }
                amounts = amounts.with(gpu ? ResourceVector.GPU_MILLI : name, amount);
            }
        }
        return amounts;
    }
}
