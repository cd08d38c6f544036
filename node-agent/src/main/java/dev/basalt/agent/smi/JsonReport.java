package dev.basalt.agent.smi;

import dev.basalt.agent.smi.SmiReport.Gone;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Mig;
import dev.basalt.agent.smi.SmiReport.NamedProcess;
import dev.basalt.agent.smi.SmiReport.Seen;
import dev.basalt.nvml.reading.RunningProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code --json}: the same as the tables, for machines. What a GPU does not tell is left out; units end the names. */
final class JsonReport {
    private JsonReport() {}

    static String of(SmiReport report, Optional<AgentStatus> status) {
        var root = new LinkedHashMap<String, Object>();
        root.put("driverVersion", report.driver().driverVersion());
        root.put("nvmlVersion", report.driver().nvmlVersion());
        root.put("cudaVersion", report.driver().cudaText());
        var gpus = new ArrayList<Map<String, Object>>();
        for (Gpu gpu : report.gpus()) {
            gpus.add(
                    switch (gpu) {
                        case Seen seen -> seen(seen);
                        case Gone gone -> gone(gone);
                    });
        }
        root.put("gpus", gpus);
        status.ifPresent(agent -> {
            root.put("node", agent.node());
            root.put(
                    "grants",
                    agent.grants().stream().map(grant -> grant(agent, grant)).toList());
        });
        return JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(root)
                + "\n";
    }

    private static Map<String, Object> gone(Gone gpu) {
        var row = new LinkedHashMap<String, Object>();
        row.put("index", gpu.index());
        row.put("error", gpu.status().meaning());
        row.put("nvmlStatus", gpu.status().code());
        return row;
    }

    private static Map<String, Object> seen(Seen gpu) {
        var row = new LinkedHashMap<String, Object>();
        row.put("index", gpu.index());
        row.put("uuid", gpu.identity().uuid());
        row.put("name", gpu.identity().name());
        row.put("architecture", gpu.identity().architecture().label());
        row.put("pciBusId", gpu.identity().pci().text());
        put(row, "minorNumber", gpu.identity().minorNumber());
        gpu.identity().serial().ifPresent(serial -> row.put("serial", serial));
        gpu.memory().ifPresent(memory -> {
            row.put("memoryTotalMib", memory.totalMib());
            row.put("memoryReservedMib", memory.reservedMib());
            row.put("memoryUsedMib", memory.usedMib());
            row.put("memoryFreeMib", memory.freeMib());
        });
        gpu.utilization().ifPresent(use -> {
            row.put("gpuPercent", use.gpuPercent());
            row.put("memoryPercent", use.memoryPercent());
        });
        sensors(gpu, row);
        row.put("processes", gpu.processes().stream().map(JsonReport::process).toList());
        row.put("migDevices", gpu.migs().stream().map(JsonReport::mig).toList());
        return row;
    }

    private static void sensors(Seen gpu, Map<String, Object> row) {
        put(row, "powerMilliwatt", gpu.power().drawMilliwatt());
        put(row, "powerLimitMilliwatt", gpu.power().enforcedLimitMilliwatt());
        put(row, "temperatureCelsius", gpu.thermal().gpuCelsius());
        put(row, "fanPercent", gpu.thermal().fanPercent());
        put(row, "performanceState", gpu.clocks().performanceState());
        put(row, "smClockMhz", gpu.clocks().current().smMegahertz());
        put(row, "memoryClockMhz", gpu.clocks().current().memoryMegahertz());
        put(row, "clockEventReasons", gpu.clocks().eventReasons());
        put(row, "pcieGeneration", gpu.pcie().generation());
        put(row, "pcieWidthLanes", gpu.pcie().width());
        gpu.ecc().enabled().ifPresent(enabled -> row.put("eccEnabled", enabled));
        put(row, "eccCorrectedCount", gpu.ecc().volatileErrors().corrected());
        put(row, "eccUncorrectedCount", gpu.ecc().volatileErrors().uncorrected());
        gpu.modes().mig().ifPresent(mig -> row.put("migEnabled", mig.enabled()));
        gpu.modes().compute().ifPresent(mode -> row.put("computeMode", mode.label()));
    }

    private static Map<String, Object> process(NamedProcess named) {
        RunningProcess process = named.process();
        var row = new LinkedHashMap<String, Object>();
        row.put("pid", process.pid());
        row.put("type", process.typeLabel());
        row.put("name", named.name());
        process.usedBytes().ifPresent(bytes -> row.put("memoryMib", bytes >> 20));
        put(row, "gpuInstance", process.gpuInstance());
        put(row, "computeInstance", process.computeInstance());
        return row;
    }

    private static Map<String, Object> mig(Mig mig) {
        var row = new LinkedHashMap<String, Object>();
        row.put("index", mig.index());
        row.put("uuid", mig.instance().uuid());
        row.put("profile", mig.instance().profile());
        row.put("gpuInstance", mig.instance().gpuInstance());
        row.put("computeInstance", mig.instance().computeInstance());
        mig.memory().ifPresent(memory -> {
            row.put("memoryTotalMib", memory.totalMib());
            row.put("memoryUsedMib", memory.usedMib());
        });
        return row;
    }

    private static Map<String, Object> grant(AgentStatus agent, AgentStatus.Grant grant) {
        var row = new LinkedHashMap<String, Object>();
        row.put("deviceUuid", grant.deviceUuid());
        row.put("job", grant.job());
        row.put("task", grant.task());
        row.put("container", grant.holder().container());
        row.put("queue", grant.queue());
        row.put("state", agent.stateOf(grant));
        row.put("memoryLimitMib", grant.memoryMib());
        row.put("coreLimitPermille", grant.corePermille());
        agent.useOf(grant).ifPresent(use -> {
            put(row, "memoryUsedMib", use.memoryMib());
            put(row, "coreUsedPermille", use.smPermille());
        });
        return row;
    }

    private static void put(Map<String, Object> row, String name, OptionalInt value) {
        value.ifPresent(number -> row.put(name, number));
    }

    private static void put(Map<String, Object> row, String name, OptionalLong value) {
        value.ifPresent(number -> row.put(name, number));
    }
}
