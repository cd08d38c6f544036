package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;

/**
 * Layouts of NVML's structs on 64-bit Linux (nvml.h 13.3). {@code LayoutTest} compares every offset and size with what
 * the C compiler makes of the fake's header.
 */
final class Layouts {
    static final StructLayout PCI_INFO = struct(
            "nvmlPciInfo_t",
            text("busIdLegacy", 16),
            u32("domain"),
            u32("bus"),
            u32("device"),
            u32("pciDeviceId"),
            u32("pciSubSystemId"),
            text("busId", 32));

    static final StructLayout MEMORY_V1 = struct("nvmlMemory_t", u64("total"), u64("free"), u64("used"));

    static final StructLayout MEMORY_V2 = struct(
            "nvmlMemory_v2_t", u32("version"), padding(4), u64("total"), u64("reserved"), u64("free"), u64("used"));

    static final StructLayout BAR1_MEMORY =
            struct("nvmlBAR1Memory_t", u64("bar1Total"), u64("bar1Free"), u64("bar1Used"));

    static final StructLayout UTILIZATION = struct("nvmlUtilization_t", u32("gpu"), u32("memory"));

    static final StructLayout PROCESS_V1 = struct("nvmlProcessInfo_v1_t", u32("pid"), padding(4), u64("usedGpuMemory"));

    static final StructLayout PROCESS_V2 = struct(
            "nvmlProcessInfo_v2_t",
            u32("pid"),
            padding(4),
            u64("usedGpuMemory"),
            u32("gpuInstanceId"),
            u32("computeInstanceId"));

    /** Only drivers 535.43 to 535.86 wrote this, behind the symbol that others use for {@link #PROCESS_V2}. */
    static final StructLayout PROCESS_535 = struct(
            "nvmlProcessInfo_535_t",
            u32("pid"),
            padding(4),
            u64("usedGpuMemory"),
            u32("gpuInstanceId"),
            u32("computeInstanceId"),
            u64("usedGpuCcProtectedMemory"));

    static final StructLayout PROCESS_SAMPLE = struct(
            "nvmlProcessUtilizationSample_t",
            u32("pid"),
            padding(4),
            u64("timeStamp"),
            u32("smUtil"),
            u32("memUtil"),
            u32("encUtil"),
            u32("decUtil"));

    static final StructLayout FIELD_VALUE = struct(
            "nvmlFieldValue_t",
            u32("fieldId"),
            u32("scopeId"),
            u64("timestamp"),
            u64("latencyUsec"),
            u32("valueType"),
            u32("nvmlReturn"),
            u64("value"));

    static final StructLayout EVENT_DATA = struct(
            "nvmlEventData_t",
            ADDRESS.withName("device"),
            u64("eventType"),
            u64("eventData"),
            u32("gpuInstanceId"),
            u32("computeInstanceId"));

    static final StructLayout MARGIN_TEMPERATURE =
            struct("nvmlMarginTemperature_v1_t", u32("version"), u32("marginTemperature"));

    static final StructLayout ADDRESSING_MODE = struct("nvmlDeviceAddressingMode_v1_t", u32("version"), u32("value"));

    static final StructLayout ATTRIBUTES = struct(
            "nvmlDeviceAttributes_t",
            u32("multiprocessorCount"),
            u32("sharedCopyEngineCount"),
            u32("sharedDecoderCount"),
            u32("sharedEncoderCount"),
            u32("sharedJpegCount"),
            u32("sharedOfaCount"),
            u32("gpuInstanceSliceCount"),
            u32("computeInstanceSliceCount"),
            u64("memorySizeMB"));

    static final StructLayout FABRIC_V1 = struct(
            "nvmlGpuFabricInfo_t",
            text("clusterUuid", 16),
            u32("status"),
            u32("cliqueId"),
            JAVA_BYTE.withName("state"),
            padding(3));

    static final StructLayout FABRIC_V2 = struct(
            "nvmlGpuFabricInfo_v2_t",
            u32("version"),
            text("clusterUuid", 16),
            u32("status"),
            u32("cliqueId"),
            JAVA_BYTE.withName("state"),
            padding(3),
            u32("healthMask"));

    static final StructLayout FABRIC_V3 = struct(
            "nvmlGpuFabricInfo_v3_t",
            u32("version"),
            text("clusterUuid", 16),
            u32("status"),
            u32("cliqueId"),
            JAVA_BYTE.withName("state"),
            padding(3),
            u32("healthMask"),
            JAVA_BYTE.withName("healthSummary"),
            padding(3));

    private Layouts() {}

    /**
     * The version word of a versioned struct: its size with the version in the top byte (nvml.h, NVML_STRUCT_VERSION).
     */
    static int versionWord(StructLayout layout, int version) {
        return (int) layout.byteSize() | version << 24;
    }

    static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    private static StructLayout struct(String name, MemoryLayout... members) {
        return MemoryLayout.structLayout(members).withName(name);
    }

    private static MemoryLayout u32(String name) {
        return JAVA_INT.withName(name);
    }

    private static MemoryLayout u64(String name) {
        return JAVA_LONG.withName(name);
    }

    private static SequenceLayout text(String name, int size) {
        return MemoryLayout.sequenceLayout(size, JAVA_BYTE).withName(name);
    }

    private static MemoryLayout padding(int size) {
        return MemoryLayout.paddingLayout(size);
    }
}
