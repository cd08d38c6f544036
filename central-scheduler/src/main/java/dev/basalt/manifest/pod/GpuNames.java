package dev.basalt.manifest.pod;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resource names that ask for GPUs, and what each of them means. Names as Volcano's and HAMi's device plugins use them.
 */
public final class GpuNames {
    /** Prefix of MIG profiles, as NVIDIA's device plugin names them in its "mixed" strategy. */
    static final String MIG_PREFIX = "nvidia.com/mig-";

    private static final SortedMap<String, Part> PARTS = parts();

    private GpuNames() {}

    /** What a resource name says of an ask. */
    enum Part {
        /** A number of GPUs, whole unless another part makes it a share. */
        WHOLE,
        /** A number of GPUs to have a share of. */
        SHARED,
        MEMORY_MIB,
        MEMORY_PERCENT,
        CORE_PERCENT
    }

    /** True for every name that this package turns into a device request. */
    public static boolean isGpu(String resource) {
        return PARTS.containsKey(resource) || resource.startsWith(MIG_PREFIX) || suspicious(resource);
    }

    /** What the name says; null for MIG profiles and for names that only look like a GPU. */
    static @Nullable Part part(String resource) {
        return PARTS.get(resource);
    }

    /** Names of Volcano's GPU resources that do not exist. */
    private static boolean suspicious(String resource) {
        return resource.startsWith("volcano.sh/gpu") || resource.startsWith("volcano.sh/vgpu");
    }

    /** All names, sorted. */
    static SortedMap<String, Part> known() {
        return PARTS;
    }

    /** The right spelling of a name that tutorials get wrong; null when it is right. */
    static @Nullable String rightName(String resource) {
        return switch (resource) {
            case "volcano.sh/gpu-core", "volcano.sh/gpu-cores", "volcano.sh/vgpu-core" -> "volcano.sh/vgpu-cores";
            case "volcano.sh/gpu-memory-percentage" -> "volcano.sh/vgpu-memory-percentage";
            default -> null;
        };
    }

    private static SortedMap<String, Part> parts() {
        SortedMap<String, Part> parts = new TreeMap<>();
        parts.put("nvidia.com/gpu", Part.WHOLE);
        parts.put("volcano.sh/gpu-number", Part.WHOLE);
        parts.put("volcano.sh/vgpu-number", Part.SHARED);
        parts.put("volcano.sh/gpu-memory", Part.MEMORY_MIB);
        parts.put("volcano.sh/vgpu-memory", Part.MEMORY_MIB);
        parts.put("nvidia.com/gpumem", Part.MEMORY_MIB);
        parts.put("volcano.sh/vgpu-memory-percentage", Part.MEMORY_PERCENT);
        parts.put("volcano.sh/gpu-memory-percentage", Part.MEMORY_PERCENT);
        parts.put("nvidia.com/gpumem-percentage", Part.MEMORY_PERCENT);
        parts.put("volcano.sh/vgpu-cores", Part.CORE_PERCENT);
        parts.put("volcano.sh/vgpu-core", Part.CORE_PERCENT);
        parts.put("volcano.sh/gpu-cores", Part.CORE_PERCENT);
        parts.put("volcano.sh/gpu-core", Part.CORE_PERCENT);
        parts.put("nvidia.com/gpucores", Part.CORE_PERCENT);
        return Collections.unmodifiableSortedMap(parts);
    }
}
