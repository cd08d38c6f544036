/**
 * Values one GPU reports about itself: identity, memory, use, power, health, processes. Imports nothing of ours. Start
 * with {@link MemoryReading}. An empty answer means the GPU, the driver or the mode it runs in does not report the
 * value.
 */
@NullMarked
package dev.basalt.nvml.reading;

import org.jspecify.annotations.NullMarked;
