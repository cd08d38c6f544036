package dev.basalt.nvml.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.link.LinkPairs;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.TopologyLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the fake machines say through the binding is what {@code nvidia-smi topo -m} printed on the real ones. The
 * captures lie in {@code golden/}, each with its source in the first line.
 */
class GoldenTopologyTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"dgx1-v100", "dgxa100", "hgx-h100", "a100-pcie-bridge", "l40s-8", "rtx4090-8"})
    void readsEveryCellOfTheMatrixAndEveryAffinityAsTheRealMachineHasThem(String profile) throws IOException {
        List<List<String>> captured = capturedRows(profile);

        List<List<String>> read;
        try (Nvml nvml = ForeignNvml.load(Machines.machine(folder, profile).library())) {
            read = readRows(Machines.gpus(nvml));
        }

        assertEquals(captured, read);
    }

    /** One row for each GPU: its cells towards GPUs, CPU affinity, NUMA affinity. */
    private static List<List<String>> capturedRows(String profile) throws IOException {
        String capture;
        try (var resource = GoldenTopologyTest.class.getResourceAsStream("/golden/" + profile + ".txt")) {
            capture = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> lines = capture.lines().toList();
        List<String> header = List.of(lines.get(1).strip().split("\\s+", -1));
        int columnCount = header.indexOf("CPU");
        int gpuCount =
                (int) header.stream().filter(name -> name.matches("GPU\\d+")).count();
        var rows = new ArrayList<List<String>>();
        for (String line : lines.subList(2, 2 + gpuCount)) {
            List<String> cells = List.of(line.strip().split("\\s+", -1));
            var row = new ArrayList<>(cells.subList(1, 1 + gpuCount));
            row.addAll(cells.subList(1 + columnCount, 3 + columnCount));
            rows.add(row);
        }
        return rows;
    }

    private static List<List<String>> readRows(List<NvmlDevice> gpus) {
        var rows = new ArrayList<List<String>>();
        for (NvmlDevice gpu : gpus) {
            var row = new ArrayList<String>();
            for (NvmlDevice other : gpus) {
                row.add(cell(gpu, other));
            }
            row.add(gpu.affinity().cpus().text());
            row.add(gpu.affinity().memoryNodes().text());
            rows.add(row);
        }
        return rows;
    }

    private static String cell(NvmlDevice gpu, NvmlDevice other) {
        if (gpu.uuid().equals(other.uuid())) {
            return "X";
        }
        List<NvLink> links = gpu.nvLinks();
        int count = LinkPairs.between(links, other.identity().pci(), other.nvLinks());
        return count > 0
                ? "NV" + count
                : gpu.commonAncestor(other).map(TopologyLevel::label).orElse("?");
    }
}
