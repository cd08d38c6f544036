/**
 * What Basalt asks of NVIDIA's management library, as interfaces and records that know nothing of foreign memory.
 * Imports {@code nvml.reading} and {@code nvml.link} only. Start with {@link Nvml}; {@code nvml.foreign} implements it.
 */
@NullMarked
package dev.basalt.nvml;

import org.jspecify.annotations.NullMarked;
