package dev.basalt.nvml;

/**
 * Versions of the driver that serves this machine.
 *
 * @param driverVersion kernel driver, such as {@code 580.105.08}
 * @param nvmlVersion library, such as {@code 13.580.105.08}
 * @param cudaVersion newest CUDA the driver serves, {@code major * 1000 + minor * 10}; 0 when it does not say
 */
public record DriverInfo(String driverVersion, String nvmlVersion, int cudaVersion) {
    /** The CUDA version as people write it, such as {@code 12.8}; "N/A" when the driver does not say. */
    public String cudaText() {
        return cudaVersion == 0 ? "N/A" : cudaVersion / 1000 + "." + cudaVersion % 1000 / 10;
    }
}
