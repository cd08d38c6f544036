package dev.basalt.admin.show;

import dev.basalt.proto.agent.v1.DeviceSample;
import java.util.Map;
import java.util.Optional;

/** What agents last measured and the core does not keep. */
@FunctionalInterface
public interface Readings {
    /** The reading of a node; empty when its agent is not connected. */
    Optional<Reading> of(String nodeName);

    /**
     * One node's reading.
     *
     * @param samples by device UUID
     */
    record Reading(String agentVersion, String driverVersion, Map<String, DeviceSample> samples) {
        public Reading {
            samples = Map.copyOf(samples);
        }
    }
}
