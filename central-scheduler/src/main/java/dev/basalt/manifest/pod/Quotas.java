package dev.basalt.manifest.pod;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Quantity;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads resource lists of queues and pod groups, in which GPUs are counted in thousandths. */
public final class Quotas {
    private static final long MILLI = 1000;

    private Quotas() {}

    /**
     * The amounts that are written, zeros among them; GPUs as {@link ResourceVector#GPU_MILLI}. Problems are reported
     * on the fields they are in.
     */
    public static SortedMap<String, Long> read(Field list) {
        TreeMap<String, Long> amounts = new TreeMap<>();
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
                amounts.put(gpu ? ResourceVector.GPU_MILLI : name, amount);
            }
        }
        return amounts;
    }
}
