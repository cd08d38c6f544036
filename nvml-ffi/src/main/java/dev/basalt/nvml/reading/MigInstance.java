package dev.basalt.nvml.reading;

/**
 * Ids and size of a MIG device.
 *
 * @param uuid {@code MIG-...}
 * @param profile such as {@code 3g.40gb}, taken from the device's name
 * @param gpuInstance id below the GPU
 * @param computeInstance id below the GPU instance
 * @param memoryMib framebuffer memory
 * @param multiprocessors of this compute instance
 * @param gpuSlices of the GPU instance
 * @param computeSlices of the compute instance
 * @param engines copy and media engines that it shares
 */
public record MigInstance(
        String uuid,
        String profile,
        int gpuInstance,
        int computeInstance,
        long memoryMib,
        int multiprocessors,
        int gpuSlices,
        int computeSlices,
        Engines engines) {

    /**
     * Engines beside the multiprocessors.
     *
     * @param copy copy engines
     * @param encoders video encoders
     * @param decoders video decoders
     * @param opticalFlow optical flow accelerators
     * @param jpeg JPEG decoders
     */
    public record Engines(int copy, int encoders, int decoders, int opticalFlow, int jpeg) {}
}
