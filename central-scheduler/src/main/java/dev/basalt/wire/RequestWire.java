package dev.basalt.wire;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.proto.types.v1.DeviceSelector;
import dev.basalt.proto.types.v1.DeviceShare;
import dev.basalt.proto.types.v1.MigAsk;
import dev.basalt.proto.types.v1.PerDevice;
import dev.basalt.proto.types.v1.WholeDevice;

/** What containers ask of devices. */
final class RequestWire {
    private RequestWire() {}

    static dev.basalt.proto.types.v1.DeviceRequest message(DeviceRequest request) {
        return dev.basalt.proto.types.v1.DeviceRequest.newBuilder()
                .setCount(request.count())
                .setEach(each(request.each()))
                .setSelector(DeviceSelector.newBuilder()
                        .addAllModels(request.selector().models())
                        .addAllExcludedModels(request.selector().notModels())
                        .addAllUuids(request.selector().uuids())
                        .addAllExcludedUuids(request.selector().notUuids()))
                .build();
    }

    static DeviceRequest value(dev.basalt.proto.types.v1.DeviceRequest message) {
        DeviceSelector selector = message.getSelector();
        return new DeviceRequest(
                message.getCount(),
                each(message.getEach()),
                new Selector(
                        selector.getModelsList(),
                        selector.getExcludedModelsList(),
                        selector.getUuidsList(),
                        selector.getExcludedUuidsList()));
    }

    private static PerDevice each(DeviceRequest.PerDevice each) {
        return switch (each) {
            case DeviceRequest.PerDevice.Whole whole ->
                PerDevice.newBuilder()
                        .setWhole(WholeDevice.getDefaultInstance())
                        .build();
            case DeviceRequest.PerDevice.Share share ->
                PerDevice.newBuilder().setShare(share(share)).build();
            case DeviceRequest.PerDevice.Mig mig ->
                PerDevice.newBuilder()
                        .setMig(MigAsk.newBuilder().setProfile(mig.profile()))
                        .build();
        };
    }

    private static DeviceShare share(DeviceRequest.PerDevice.Share share) {
        var built = DeviceShare.newBuilder().setCorePermille(share.corePermille());
        switch (share.memory()) {
            case MemoryAsk.Mib absolute -> built.setMemoryMib(absolute.mib());
            case MemoryAsk.Permille relative -> built.setMemoryPermille(relative.permille());
        }
        return built.build();
    }

    private static DeviceRequest.PerDevice each(PerDevice message) {
        return switch (message.getAskCase()) {
            case WHOLE -> new DeviceRequest.PerDevice.Whole();
            case SHARE -> share(message.getShare());
            case MIG -> new DeviceRequest.PerDevice.Mig(message.getMig().getProfile());
            case ASK_NOT_SET -> throw new IllegalArgumentException("device request: each is not said");
        };
    }

    private static DeviceRequest.PerDevice.Share share(DeviceShare share) {
        return new DeviceRequest.PerDevice.Share(
                switch (share.getMemoryCase()) {
                    case MEMORY_MIB -> new MemoryAsk.Mib(share.getMemoryMib());
                    case MEMORY_PERMILLE -> new MemoryAsk.Permille(share.getMemoryPermille());
                    case MEMORY_NOT_SET -> throw new IllegalArgumentException("device share: memory is not said");
                },
                share.getCorePermille());
    }
}
