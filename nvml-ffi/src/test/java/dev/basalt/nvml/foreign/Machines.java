package dev.basalt.nvml.foreign;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.fake.FakeDriver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Fake machines for tests: a shipped profile, with lines of the test's own behind it. */
final class Machines {
    private Machines() {}

    /** A machine of that profile with nothing changed. */
    static FakeDriver machine(Path folder, String profile) {
        return machine(folder, profile, "");
    }

    /** A machine of that profile with more sections behind it; sections may repeat. */
    static FakeDriver machine(Path folder, String profile, String more) {
        try (var resource = FakeDriver.class.getResourceAsStream("/profiles/" + profile + ".ini")) {
            if (resource == null) {
                throw new IllegalArgumentException("no profile " + profile);
            }
            Path file = Files.createTempFile(folder, profile, ".ini");
            Files.writeString(file, new String(resource.readAllBytes(), StandardCharsets.UTF_8) + "\n" + more);
            return FakeDriver.install(file.toString(), "test-node", Files.createTempDirectory(folder, "driver"))
                    .withoutLatency();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Every GPU, all of which must answer. */
    static List<NvmlDevice> gpus(Nvml nvml) {
        var gpus = new ArrayList<NvmlDevice>();
        for (DeviceSlot slot : nvml.devices()) {
            switch (slot) {
                case DeviceSlot.Present present -> gpus.add(present.device());
                case DeviceSlot.Unreachable unreachable -> throw new AssertionError(unreachable);
            }
        }
        return gpus;
    }

    /** The first GPU. */
    static NvmlDevice gpu(Nvml nvml) {
        return gpus(nvml).getFirst();
    }
}
