package dev.basalt.wire;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.proto.types.v1.Reason;
import dev.basalt.proto.types.v1.ReasonArgument;
import dev.basalt.proto.types.v1.ReasonNames;
import dev.basalt.proto.types.v1.ReasonResources;
import java.lang.reflect.RecordComponent;
import java.util.List;

/** Reasons: the name of the record is the code, its components are the arguments. */
public final class ReasonWire {
    private ReasonWire() {}

    public static Reason message(Refusal refusal) {
        // How many nodes say it stands beside the node's own reason, not in place of it.
        return refusal instanceof Refusal.NodesRefused nodes
                ? message(nodes.why()).toBuilder()
                        .addArguments(text("role", nodes.role()))
                        .addArguments(number("nodes", nodes.nodes()))
                        .build()
                : reason((Record) refusal, refusal.canPass());
    }

    public static Reason message(NodeReason reason) {
        return reason((Record) reason, reason.canPass());
    }

    /** A reason that no record of the core stands for. */
    public static Reason of(String code, String detail) {
        var built = Reason.newBuilder().setCode(code);
        if (!detail.isEmpty()) {
            built.addArguments(text("detail", detail));
        }
        return built.build();
    }

    /** A reason in one line, for people to read: its code and its arguments. Empty when it says nothing. */
    public static String line(Reason reason) {
        StringBuilder line = new StringBuilder(reason.getCode());
        for (ReasonArgument argument : reason.getArgumentsList()) {
            line.append(' ')
                    .append(argument.getName())
                    .append('=')
                    .append(
                            switch (argument.getValueCase()) {
                                case NUMBER -> Long.toString(argument.getNumber());
                                case TEXT -> argument.getText();
                                case RESOURCES ->
                                    argument.getResources().getAmountsMap().toString();
                                case NAMES ->
                                    String.join(",", argument.getNames().getNamesList());
                                case VALUE_NOT_SET -> "";
                            });
        }
        return line.toString();
    }

    private static Reason reason(Record reason, boolean canPass) {
        var built =
                Reason.newBuilder().setCode(reason.getClass().getSimpleName()).setCanPassByWaiting(canPass);
        for (RecordComponent component : reason.getClass().getRecordComponents()) {
            built.addArguments(argument(component.getName(), valueOf(component, reason)));
        }
        return built.build();
    }

    private static Object valueOf(RecordComponent component, Record reason) {
        try {
            return component.getAccessor().invoke(reason);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("component " + component + " of " + reason + " cannot be read", impossible);
        }
    }

    private static ReasonArgument argument(String name, Object value) {
        return switch (value) {
            case Number whole -> number(name, whole.longValue());
            case ResourceVector amounts ->
                ReasonArgument.newBuilder()
                        .setName(name)
                        .setResources(ReasonResources.newBuilder().putAllAmounts(amounts.amounts()))
                        .build();
            case List<?> names ->
                ReasonArgument.newBuilder()
                        .setName(name)
                        .setNames(ReasonNames.newBuilder()
                                .addAllNames(
                                        names.stream().map(Object::toString).toList()))
                        .build();
            default -> text(name, value.toString());
        };
    }

    private static ReasonArgument number(String name, long value) {
        return ReasonArgument.newBuilder().setName(name).setNumber(value).build();
    }

    private static ReasonArgument text(String name, String value) {
        return ReasonArgument.newBuilder().setName(name).setText(value).build();
    }
}
