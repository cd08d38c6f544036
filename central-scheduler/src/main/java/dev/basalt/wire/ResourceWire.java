package dev.basalt.wire;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.types.v1.ResourceAmount;
import java.util.SortedMap;
import java.util.TreeMap;

/** Amounts of named resources. */
public final class ResourceWire {
    private ResourceWire() {}

    public static dev.basalt.proto.types.v1.ResourceVector message(ResourceVector vector) {
        return message(vector.amounts());
    }

    /** Amounts of which a zero is said, too. */
    static dev.basalt.proto.types.v1.ResourceVector message(SortedMap<String, Long> amounts) {
        var built = dev.basalt.proto.types.v1.ResourceVector.newBuilder();
        amounts.forEach((name, amount) ->
                built.addAmounts(ResourceAmount.newBuilder().setName(name).setAmount(amount)));
        return built.build();
    }

    public static ResourceVector value(dev.basalt.proto.types.v1.ResourceVector message) {
        return new ResourceVector(amounts(message));
    }

    /** Amounts by name, zeros among them. */
    static SortedMap<String, Long> amounts(dev.basalt.proto.types.v1.ResourceVector message) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        message.getAmountsList().forEach(amount -> amounts.put(amount.getName(), amount.getAmount()));
        return amounts;
    }
}
