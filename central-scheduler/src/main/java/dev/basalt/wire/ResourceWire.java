package dev.basalt.wire;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.types.v1.ResourceAmount;
import java.util.TreeMap;

/** Amounts of named resources. */
public final class ResourceWire {
    private ResourceWire() {}

    public static dev.basalt.proto.types.v1.ResourceVector message(ResourceVector vector) {
        var built = dev.basalt.proto.types.v1.ResourceVector.newBuilder();
        vector.amounts()
                .forEach((name, amount) -> built.addAmounts(
                        ResourceAmount.newBuilder().setName(name).setAmount(amount)));
        return built.build();
    }

    public static ResourceVector value(dev.basalt.proto.types.v1.ResourceVector message) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        message.getAmountsList().forEach(amount -> amounts.put(amount.getName(), amount.getAmount()));
        return new ResourceVector(amounts);
    }
}
