package dev.basalt.manifest.pod;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Quantity;

/** Reads resource lists as they stand, every name in its own unit: what nodes offer and what pods ask. */
public final class Amounts {
    private static final long CPU_MILLI = 1000;

    private Amounts() {}

    /** The amounts, in the units of {@link ResourceVector}. Problems are reported on the fields they are in. */
    public static ResourceVector read(Field list) {
        ResourceVector amounts = ResourceVector.ZERO;
        for (String name : list.keys()) {
            Quantity quantity = ResourceAsks.quantity(list.at(name));
            Long amount = quantity == null ? null : quantity.times(name.equals(ResourceVector.CPU) ? CPU_MILLI : 1);
            if (amount != null) {
                amounts = amounts.with(name, amount);
            }
        }
        return amounts;
    }
}
