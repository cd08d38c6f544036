package dev.basalt.nvml.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.reading.PciAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Missing symbols, lost GPUs, drivers that are not there. */
class OldAndSickDriverTest {
    @TempDir
    Path folder;

    private Nvml load(String profile, String more) {
        return ForeignNvml.load(Machines.machine(folder, profile, more).library());
    }

    /** NVIDIA/go-nvlib#87: a driver 570 has no nvmlDeviceGetAddressingMode, and the caller crashed. */
    @Test
    void leavesAnOptionalValueEmptyWhenTheDriverHasNoSuchFunction() {
        try (Nvml nvml = load("t4-1", "[system]\nsymbols = minus:nvmlDeviceGetAddressingMode\n")) {
            assertEquals(Optional.empty(), Machines.gpu(nvml).identity().addressingMode());
        }
    }

    /** NVIDIA/k8s-device-plugin#108 and #196: old drivers lack GetPciInfo_v3 and GetCount_v2. */
    @Test
    void usesTheOlderFunctionsOfAnOldDriver() {
        String minus =
                "[system]\nsymbols = minus:nvmlDeviceGetPciInfo_v3,nvmlDeviceGetPciInfo_v2,nvmlDeviceGetCount_v2,"
                        + "nvmlDeviceGetHandleByIndex_v2,nvmlInit_v2,nvmlSystemGetCudaDriverVersion_v2\n";

        try (Nvml nvml = load("t4-1", minus)) {
            assertEquals(
                    new PciAddress(0, 0, 0x1E, 0), Machines.gpu(nvml).identity().pci());
            assertEquals(13020, nvml.driver().cudaVersion());
        }
    }

    @Test
    void namesTheDriverVersionWhenAFunctionThatItNeedsIsMissing() {
        String minus = "[system]\nsymbols = minus:nvmlDeviceGetUUID\n";

        var failure = assertThrows(NvmlException.class, () -> load("t4-1", minus));

        assertEquals(
                "nvmlDeviceGetUUID failed: Function Not Found [FUNCTION_NOT_FOUND(13)]. Driver 595.91.07 does not have it."
                        + " Maybe the driver is too old for Basalt, which needs R450 or newer.",
                failure.getMessage());
    }

    @Test
    void saysThatThereIsNoLibrary() {
        var failure = assertThrows(NvmlException.class, () -> ForeignNvml.load(folder.resolve("none.so")));

        assertEquals(NvmlStatus.LIBRARY_NOT_FOUND, failure.status());
        assertThat(failure).hasMessageContaining("Maybe the NVIDIA driver is not installed here");
    }

    @Test
    void saysWhatToDoWhenTheDriverWasUpgradedUnderTheLibrary() {
        var failure = assertThrows(NvmlException.class, () -> load("t4-1", "[system]\ninit = mismatch\n"));

        assertEquals(
                "nvmlInit_v2 failed: Driver/library version mismatch [LIB_RM_VERSION_MISMATCH(18)]."
                        + " Maybe the driver was upgraded: reboot, or reload the kernel module.",
                failure.getMessage());
    }

    /** wookayin/gpustat#125 and #81: one broken GPU made the whole tool fail. */
    @Test
    void keepsTheOtherGpusWhenOneCannotBeOpened() {
        try (Nvml nvml = load("dgxa100", "[gpu1]\nstatus.nvmlDeviceGetHandleByIndex_v2 = 999\n")) {
            var unreachable = new ArrayList<DeviceSlot>();
            int present = 0;
            for (DeviceSlot slot : nvml.devices()) {
                switch (slot) {
                    case DeviceSlot.Present there -> present++;
                    case DeviceSlot.Unreachable lost -> unreachable.add(lost);
                }
            }

            assertEquals(7, present);
            assertEquals(List.of(new DeviceSlot.Unreachable(1, NvmlStatus.UNKNOWN)), unreachable);
        }
    }

    /** rossumai/nvgpu#6: a lost GPU is a state to report, not a crash. */
    @Test
    void reportsALostGpuAndReadsItsNeighbours() {
        FakeDriver driver = Machines.machine(folder, "dgxa100");
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var gpus = Machines.gpus(nvml);

            driver.control("[gpu5]\nlost = yes\n");

            var failure = assertThrows(NvmlException.class, () -> gpus.get(5).power());
            assertEquals(NvmlStatus.GPU_IS_LOST, failure.status());
            assertTrue(failure.status().deviceGone());
            assertTrue(gpus.get(4).power().drawMilliwatt().isPresent());
            assertEquals(
                    new DeviceSlot.Unreachable(5, NvmlStatus.GPU_IS_LOST),
                    nvml.devices().get(5));
        }
    }

    /** NVIDIA/open-gpu-kernel-modules#842: an unplugged GPU leaves the count, and its handle says so. */
    @Test
    void countsOneGpuLessWhenOneIsUnplugged() {
        FakeDriver driver = Machines.machine(folder, "l40s-8");
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var gpus = Machines.gpus(nvml);

            driver.control("[gpu0]\nunplug = yes\n");

            assertEquals(7, nvml.devices().size());
            assertEquals(gpus.get(1).uuid(), Machines.gpus(nvml).getFirst().uuid());
            assertEquals(
                    NvmlStatus.GPU_IS_LOST,
                    assertThrows(NvmlException.class, () -> gpus.get(0).memory())
                            .status());
        }
    }

    /** One sick GPU costs one thread: its neighbours answer while a call on it hangs. */
    @Test
    void answersForOtherGpusWhileACallOnOneHangs() throws InterruptedException {
        FakeDriver driver = Machines.machine(folder, "dgxa100");
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var gpus = Machines.gpus(nvml);
            driver.control("[gpu2]\nhang.nvmlDeviceGetPowerUsage = forever\n");
            Thread stuck = Thread.ofPlatform().start(() -> gpus.get(2).power());

            assertTrue(gpus.get(3).power().drawMilliwatt().isPresent());
            assertTrue(stuck.isAlive());

            driver.control("");
            stuck.join();
        }
    }

    @Test
    void keepsTheNumberOfAStatusThatItDoesNotKnow() {
        try (Nvml nvml = load("t4-1", "[gpu0]\nstatus.nvmlDeviceGetPowerUsage = 31\n")) {
            var failure =
                    assertThrows(NvmlException.class, () -> Machines.gpu(nvml).power());

            assertEquals("nvmlDeviceGetPowerUsage failed: Unknown Error [STATUS_31(31)].", failure.getMessage());
        }
    }
}
