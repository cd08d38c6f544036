package dev.basalt.nvml.link;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Membership of an NVSwitch or multi-node NVLink fabric.
 *
 * @param clusterUuid the fabric; empty when the GPU is in no cluster (all zero)
 * @param statusCode an {@code nvmlReturn_t}, meaningful when completed
 * @param cliqueId GPUs of equal cluster and clique reach each other over NVLink
 * @param state how far registration went
 * @param healthMask NVML's 2-bit fields; empty below version 2 of the call
 * @param health the driver's own summary; empty below version 3 of the call
 */
public record FabricInfo(
        Optional<String> clusterUuid,
        int statusCode,
        int cliqueId,
        State state,
        OptionalInt healthMask,
        Optional<Health> health) {

    /** Registration with the fabric manager; the ordinal is NVML's number. */
    public enum State {
        NOT_SUPPORTED,
        NOT_STARTED,
        IN_PROGRESS,
        COMPLETED
    }

    /** The driver's summary; the ordinal is NVML's number. */
    public enum Health {
        NOT_SUPPORTED,
        HEALTHY,
        UNHEALTHY,
        LIMITED_CAPACITY
    }
}
