package dev.basalt.core.device;

import java.util.List;

/**
 * What one container asks of GPUs.
 *
 * @param count distinct devices, at least 1
 * @param each what it asks of each of them
 * @param selector which devices qualify
 */
public record DeviceRequest(int count, PerDevice each, Selector selector) {
    public DeviceRequest {
        if (count < 1) {
            throw new IllegalArgumentException("device count " + count + " is below 1");
        }
    }

    /** {@code count} whole GPUs of any kind. */
    public static DeviceRequest whole(int count) {
        return new DeviceRequest(count, new PerDevice.Whole(), Selector.ANY);
    }

    /** A part of {@code count} GPUs, any kind. */
    public static DeviceRequest share(int count, MemoryAsk memory, int corePermille) {
        return new DeviceRequest(count, new PerDevice.Share(memory, corePermille), Selector.ANY);
    }

    /** What is asked of one device. */
    public sealed interface PerDevice {
        /** The device alone, undivided. */
        record Whole() implements PerDevice {}

        /**
         * A part of the device.
         *
         * @param memory memory asked for
         * @param corePermille compute asked for, 0..1000; 0 means no guaranteed part
         */
        record Share(MemoryAsk memory, int corePermille) implements PerDevice {
            public Share {
                if (corePermille < 0 || corePermille > Device.CORE_PERMILLE) {
                    throw new IllegalArgumentException("core share " + corePermille + " permille is outside 0..1000");
                }
            }
        }

        /** A MIG instance of the named profile, for example {@code 1g.10gb}. */
        record Mig(String profile) implements PerDevice {}
    }

    /** Memory of a share. */
    public sealed interface MemoryAsk {
        /** Absolute. */
        record Mib(long mib) implements MemoryAsk {
            public Mib {
                if (mib < 0) {
                    throw new IllegalArgumentException("memory " + mib + " MiB is negative");
                }
            }
        }

        /** Part of the device's grantable memory, 1..1000; rounded down to whole MiB. */
        record Permille(int permille) implements MemoryAsk {
            public Permille {
                if (permille < 1 || permille > 1000) {
                    throw new IllegalArgumentException("memory " + permille + " permille is outside 1..1000");
                }
            }
        }

        /** MiB taken on a device with that much grantable memory. */
        default long onDeviceMib(long grantableMib) {
            return switch (this) {
                case Mib ask -> ask.mib();
                case Permille ask -> grantableMib * ask.permille() / 1000;
            };
        }
    }

    /**
     * Which devices qualify; empty lists allow all.
     *
     * @param models model names (substring match, as Volcano's use-gputype reads them)
     * @param notModels model names that are refused
     * @param uuids only these devices
     * @param notUuids never these
     */
    public record Selector(List<String> models, List<String> notModels, List<String> uuids, List<String> notUuids) {
        /** Every device. */
        public static final Selector ANY = new Selector(List.of(), List.of(), List.of(), List.of());

        public Selector {
            models = List.copyOf(models);
            notModels = List.copyOf(notModels);
            uuids = List.copyOf(uuids);
            notUuids = List.copyOf(notUuids);
        }

        /** Whether every device qualifies. */
        public boolean isAny() {
            return models.isEmpty() && notModels.isEmpty() && uuids.isEmpty() && notUuids.isEmpty();
        }
    }
}
