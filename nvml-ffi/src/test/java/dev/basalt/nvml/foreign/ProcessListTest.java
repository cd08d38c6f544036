package dev.basalt.nvml.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Process lists as drivers of several ages give them; each test names the public bug report it keeps away. */
class ProcessListTest {
    private static final String TWO_PROCESSES = """
            [gpu0]
            process.1 = pid:4711 type:C used:1GiB name:"python"
            process.2 = pid:4712 type:C used:2GiB name:"python"
            """;
    private static final List<RunningProcess> TWO = List.of(compute(4711, 1L << 30), compute(4712, 2L << 30));

    @TempDir
    Path folder;

    private static RunningProcess compute(int pid, long usedBytes) {
        return new RunningProcess(
                pid, true, false, false, OptionalLong.of(usedBytes), OptionalInt.empty(), OptionalInt.empty());
    }

    private List<RunningProcess> read(String more) {
        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1", more).library())) {
            return Machines.gpu(nvml).processes();
        }
    }

    /** XuehaiPan/nvitop#181 and gpuopenanalytics/pynvml#48: a binding that expects 32 bytes reads pids out of range. */
    @Test
    void readsEntriesOf24Bytes() {
        assertEquals(TWO, read("[system]\nprocess_struct = 24\n" + TWO_PROCESSES));
    }

    /** wookayin/gpustat#157: on 535.54 the second process is missing, because the driver writes 32 bytes for each. */
    @Test
    void readsEntriesOf32BytesBehindTheSameSymbol() {
        assertEquals(TWO, read("[system]\nprocess_struct = 32\n" + TWO_PROCESSES));
    }

    /** A single entry shows its size as well: nothing may depend on a second one. */
    @ParameterizedTest
    @ValueSource(ints = {24, 32})
    void measuresTheEntrySizeOnOneProcess(int entryBytes) {
        var read =
                read("[system]\nprocess_struct = " + entryBytes + "\n[gpu0]\nprocess.1 = pid:4711 type:C used:1GiB\n");

        assertEquals(List.of(compute(4711, 1L << 30)), read);
    }

    /** XuehaiPan/nvitop#88 and #93: after 535.98 the list was empty or "function not found". */
    @Test
    void fallsBackToVersion2WhenVersion3IsMissing() {
        String minus = "[system]\nsymbols = minus:nvmlDeviceGetComputeRunningProcesses_v3,"
                + "nvmlDeviceGetGraphicsRunningProcesses_v3,nvmlDeviceGetMPSComputeRunningProcesses_v3\n";

        assertEquals(TWO, read(minus + TWO_PROCESSES));
    }

    /** The same, when the symbol is there and the driver behind it is too old. */
    @Test
    void fallsBackWhenTheNewestSymbolAnswersFunctionNotFound() {
        assertEquals(TWO, read("[system]\nstatus.nvmlDeviceGetComputeRunningProcesses_v3 = 13\n" + TWO_PROCESSES));
    }

    /** gpuopenanalytics/pynvml#43: driver 430 has only the unversioned symbol, with entries of 16 bytes. */
    @Test
    void fallsBackToTheUnversionedCallWithEntriesOf16Bytes() {
        String minus = "[system]\nsymbols = minus:nvmlDeviceGetComputeRunningProcesses_v3,"
                + "nvmlDeviceGetComputeRunningProcesses_v2\n";

        assertEquals(TWO, read(minus + TWO_PROCESSES));
    }

    /** Syllo/nvtop#432: under WSL2 the memory of a process is all ones, and was printed as 17179869184 GiB. */
    @Test
    void leavesTheMemoryOfAProcessEmptyWhenTheDriverDoesNotTell() {
        var read = read("[gpu0]\nprocess.1 = pid:4711 type:C used:NA\n");

        assertEquals(
                List.of(new RunningProcess(
                        4711, true, false, false, OptionalLong.empty(), OptionalInt.empty(), OptionalInt.empty())),
                read);
    }

    @Test
    void joinsTheListsOfOneProcess() {
        var read = read("[gpu0]\nprocess.1 = pid:4711 type:C+G used:1GiB\nprocess.2 = pid:4712 type:M+C used:1GiB\n");

        assertEquals(
                List.of("C+G", "M+C"),
                read.stream().map(RunningProcess::typeLabel).toList());
    }

    @Test
    void retriesWhenProcessesWereAddedBetweenCountAndCall() {
        assertEquals(TWO, read(TWO_PROCESSES + "once.nvmlDeviceGetComputeRunningProcesses_v3 = 7\n"));
    }

    /** rust-nvml/nvml-wrapper#56: NOT_FOUND on an idle GPU is no error. */
    @Test
    void answersNoUseWhenTheGpuIsIdle() {
        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1").library())) {
            assertEquals(List.of(), Machines.gpu(nvml).processUse(0));
        }
    }

    /** NVIDIA/go-nvml#11: the size query is too small by the time of the call. */
    @Test
    void retriesTheUseOfProcessesWithALargerBuffer() {
        String more =
                "[gpu0]\nprocess.1 = pid:4711 type:C used:1GiB util:60\nonce.nvmlDeviceGetProcessUtilization = 7\n";

        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1", more).library())) {
            List<ProcessUse> use = Machines.gpu(nvml).processUse(0);

            assertEquals(List.of(4711), use.stream().map(ProcessUse::pid).toList());
            assertEquals(60, use.getFirst().smPercent());
        }
    }

    /** gpuopenanalytics/pynvml#49: a process name that is no UTF-8. */
    @Test
    void replacesBytesThatAreNoText() {
        String more = "[gpu0]\nprocess.1 = pid:4711 type:C used:1GiB name:hex:70f8a1ff\n";

        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1", more).library())) {
            assertEquals(Optional.of("p\uFFFD\uFFFD\uFFFD"), nvml.processName(4711));
        }
    }

    /** wookayin/gpustat#144, XuehaiPan/nvitop#152: the process has ended since the list was read. */
    @Test
    void answersNothingForTheNameOfAProcessThatHasEnded() throws Exception {
        long dead = deadPid();

        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, "t4-1").library())) {
            assertEquals(Optional.empty(), nvml.processName((int) dead));
        }
    }

    @Test
    void showsARealProcessThatRegisteredItselfAndItsMemory() throws IOException {
        FakeDriver driver = Machines.machine(folder, "dgxa100");

        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var gpus = Machines.gpus(nvml);
            long pid = ProcessHandle.current().pid();
            Files.writeString(
                    driver.processFolder().resolve(Long.toString(pid)),
                    gpus.get(3).uuid() + " 4096\n");

            assertEquals(List.of(compute((int) pid, 4096L << 20)), gpus.get(3).processes());
            assertEquals(4096, gpus.get(3).memory().orElseThrow().usedMib());
            assertEquals(List.of(), gpus.get(2).processes());
            assertTrue(nvml.processName((int) pid).orElseThrow().contains("java"));
        }
    }

    @Test
    void ignoresTheRegistrationOfADeadProcess() throws Exception {
        FakeDriver driver = Machines.machine(folder, "t4-1");

        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var gpu = Machines.gpu(nvml);
            Files.writeString(driver.processFolder().resolve(Long.toString(deadPid())), gpu.uuid() + " 4096\n");

            assertEquals(List.of(), gpu.processes());
        }
    }

    private static long deadPid() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }
}
