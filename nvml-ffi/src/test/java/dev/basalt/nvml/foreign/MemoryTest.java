package dev.basalt.nvml.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.reading.MemoryReading;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory, whatever version of the call the driver has. */
class MemoryTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path folder;

    private Optional<MemoryReading> read(String more) {
        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1", more).library())) {
            return Machines.gpu(nvml).memory();
        }
    }

    /**
     * wookayin/gpustat#141, #168, nvitop#13: idle GPUs showed 308 MB in use since R510, which is the driver's reserve.
     */
    @Test
    void keepsWhatTheDriverReservesApartFromWhatIsUsed() {
        var read = read("[gpu0]\nmemory.reserved = 308MiB\nmemory.used = 0MiB\n");

        assertEquals(
                Optional.of(new MemoryReading(15360 * MIB, OptionalLong.of(308 * MIB), (15360 - 308) * MIB, 0)), read);
    }

    @Test
    void countsTheReserveAsUsedAndSaysSoWhenTheDriverHasOnlyTheOldCall() {
        var read = read("[system]\nsymbols = minus:nvmlDeviceGetMemoryInfo_v2\n[gpu0]\nmemory.reserved = 308MiB\n");

        assertEquals(
                Optional.of(new MemoryReading(15360 * MIB, OptionalLong.empty(), (15360 - 308) * MIB, 308 * MIB)),
                read);
    }

    @Test
    void fallsBackToTheOldCallWhenTheDriverRefusesTheVersion() {
        var read = read("[system]\nstatus.nvmlDeviceGetMemoryInfo_v2 = 25\n");

        assertEquals(OptionalLong.empty(), read.orElseThrow().reservedBytes());
    }

    /** Project-HAMi/HAMi-core#78: a wrapper library never filled "free". */
    @Test
    void worksOutWhatIsFreeWhenAWrapperLeftItOut() {
        var read = read("[gpu0]\nmemory.wrapped = on\nmemory.used = 1000MiB\n").orElseThrow();

        assertEquals(read.totalBytes(), read.reservedBytes().orElseThrow() + read.usedBytes() + read.freeBytes());
    }

    /** kubernetes-sigs/dra-driver-nvidia-gpu#1073: unified-memory boards (GB10) do not support the call at all. */
    @Test
    void answersNothingOnABoardWithUnifiedMemory() {
        assertEquals(Optional.empty(), read("[gpu0]\nmemory.total = na\n"));
    }
}
