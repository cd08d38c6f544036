package dev.basalt.core.fit;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.snapshot.GpuColumns;
import java.util.List;

/** Which devices qualify for a request, whatever is free. */
public final class DeviceMatch {
    private DeviceMatch() {}

    /** Right kind (whole GPU, or MIG instance of the profile) and selected by model and UUID. */
    public static boolean qualifies(DeviceRequest request, Device device) {
        return isKind(request.each(), device) && selects(request.selector(), device);
    }

    /** The same for a device by its slot; the common case looks at columns alone. */
    public static boolean qualifies(DeviceRequest request, GpuColumns gpus, int node, int slot) {
        if (request.selector().isAny() && !(request.each() instanceof PerDevice.Mig)) {
            return gpus.whole(node, slot);
        }
        return qualifies(request, gpus.device(node, slot));
    }

    /** Right kind, without the selector. */
    public static boolean isKind(PerDevice each, Device device) {
        return switch (each) {
            case PerDevice.Whole whole -> device.kind() instanceof Device.Kind.Whole;
            case PerDevice.Share share -> device.kind() instanceof Device.Kind.Whole;
            case PerDevice.Mig mig ->
                device.kind() instanceof Device.Kind.MigInstance instance
                        && instance.profile().equals(mig.profile());
        };
    }

    /** Selected by model and UUID. */
    public static boolean selects(Selector selector, Device device) {
        if (selector.isAny()) {
            return true;
        }
        return (selector.uuids().isEmpty() || selector.uuids().contains(device.uuid()))
                && !selector.notUuids().contains(device.uuid())
                && (selector.models().isEmpty() || namesOneOf(device.model(), selector.models()))
                && !namesOneOf(device.model(), selector.notModels());
    }

    /** What a selector wants, for people: its models, else its UUIDs, else what it refuses. */
    public static String wanted(Selector selector) {
        if (!selector.models().isEmpty()) {
            return String.join(" or ", selector.models());
        }
        if (!selector.uuids().isEmpty()) {
            return String.join(" or ", selector.uuids());
        }
        return "not "
                + String.join(" or ", selector.notModels().isEmpty() ? selector.notUuids() : selector.notModels());
    }

    private static boolean namesOneOf(String model, List<String> parts) {
        for (String part : parts) {
            if (model.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
