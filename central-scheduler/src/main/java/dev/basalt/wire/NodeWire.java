package dev.basalt.wire;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.proto.types.v1.NodeAdmission;
import dev.basalt.proto.types.v1.NodeDescription;
import dev.basalt.proto.types.v1.Taint;
import dev.basalt.proto.types.v1.TaintEffect;
import java.util.TreeMap;

/** Nodes, devices apart. */
public final class NodeWire {
    private NodeWire() {}

    /**
     * The value that the message stands for.
     *
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static NodeSpec value(NodeDescription message) {
        return new NodeSpec(
                message.getName(),
                message.getUid(),
                new TreeMap<>(message.getLabelsMap()),
                message.getTaintsList().stream()
                        .map(taint -> new NodeSpec.Taint(taint.getKey(), taint.getValue(), effect(taint.getEffect())))
                        .toList(),
                ResourceWire.value(message.getAllocatable()),
                message.getReady(),
                switch (message.getAdmission()) {
                    case NODE_ADMISSION_OPEN, NODE_ADMISSION_UNSPECIFIED, UNRECOGNIZED -> NodeSpec.Admission.OPEN;
                    case NODE_ADMISSION_CORDONED -> NodeSpec.Admission.CORDONED;
                    case NODE_ADMISSION_DRAINING -> NodeSpec.Admission.DRAINING;
                });
    }

    public static NodeDescription message(NodeSpec node) {
        var built = NodeDescription.newBuilder()
                .setName(node.name())
                .setUid(node.uid())
                .putAllLabels(node.labels())
                .setAllocatable(ResourceWire.message(node.allocatable()))
                .setReady(node.ready())
                .setAdmission(
                        switch (node.admission()) {
                            case OPEN -> NodeAdmission.NODE_ADMISSION_OPEN;
                            case CORDONED -> NodeAdmission.NODE_ADMISSION_CORDONED;
                            case DRAINING -> NodeAdmission.NODE_ADMISSION_DRAINING;
                        });
        node.taints()
                .forEach(taint -> built.addTaints(Taint.newBuilder()
                        .setKey(taint.key())
                        .setValue(taint.value())
                        .setEffect(effect(taint.effect()))));
        return built.build();
    }

    /** Kubernetes' word for an effect; empty when it is not said. */
    static String effect(TaintEffect effect) {
        return switch (effect) {
            case TAINT_EFFECT_NO_SCHEDULE -> "NoSchedule";
            case TAINT_EFFECT_PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case TAINT_EFFECT_NO_EXECUTE -> "NoExecute";
            case TAINT_EFFECT_UNSPECIFIED, UNRECOGNIZED -> "";
        };
    }

    /** @throws IllegalArgumentException when Kubernetes has no such effect */
    static TaintEffect effect(String effect) {
        return switch (effect) {
            case "NoSchedule" -> TaintEffect.TAINT_EFFECT_NO_SCHEDULE;
            case "PreferNoSchedule" -> TaintEffect.TAINT_EFFECT_PREFER_NO_SCHEDULE;
            case "NoExecute" -> TaintEffect.TAINT_EFFECT_NO_EXECUTE;
            case "" -> TaintEffect.TAINT_EFFECT_UNSPECIFIED;
            default -> throw new IllegalArgumentException("taint effect '" + effect + "' is not one of Kubernetes'");
        };
    }
}
