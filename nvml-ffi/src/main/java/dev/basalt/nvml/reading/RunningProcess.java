package dev.basalt.nvml.reading;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A process that holds a context on a GPU.
 *
 * @param pid in the driver's pid namespace; 0 when the driver hides it
 * @param compute it runs CUDA
 * @param graphics it draws
 * @param mps it is a client of the MPS server
 * @param usedBytes its memory on this GPU; empty when the driver does not tell (WSL2, some containers)
 * @param gpuInstance MIG GPU instance
 * @param computeInstance MIG compute instance
 */
public record RunningProcess(
        int pid,
        boolean compute,
        boolean graphics,
        boolean mps,
        OptionalLong usedBytes,
        OptionalInt gpuInstance,
        OptionalInt computeInstance) {

    /** What nvidia-smi prints: C, G, C+G, M, M+C. */
    public String typeLabel() {
        if (mps) {
            return compute ? "M+C" : "M";
        }
        return compute ? graphics ? "C+G" : "C" : "G";
    }
}
