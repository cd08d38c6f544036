package dev.basalt.agent.wire;

import dev.basalt.proto.types.v1.Reason;
import dev.basalt.proto.types.v1.ReasonArgument;
import java.lang.reflect.RecordComponent;

/** Reasons as they travel: the record's name is the code, its components are the arguments. */
public final class ReasonWire {
    private ReasonWire() {}

    /**
     * A reason as it travels.
     *
     * @param canPassByWaiting whether it can pass without anybody changing the request or the cluster
     */
    public static Reason of(Record reason, boolean canPassByWaiting) {
        var built =
                Reason.newBuilder().setCode(reason.getClass().getSimpleName()).setCanPassByWaiting(canPassByWaiting);
        for (RecordComponent component : reason.getClass().getRecordComponents()) {
            built.addArguments(argument(component, reason));
        }
        return built.build();
    }

    private static ReasonArgument argument(RecordComponent component, Record reason) {
        var built = ReasonArgument.newBuilder().setName(component.getName());
        Object value;
        try {
            component.getAccessor().setAccessible(true);
            value = component.getAccessor().invoke(reason);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(
                    "Component " + component + " of " + reason + " has no readable value", impossible);
        }
        return value instanceof Number number
                ? built.setNumber(number.longValue()).build()
                : built.setText(String.valueOf(value)).build();
    }
}
