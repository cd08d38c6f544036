/**
 * How GPUs reach each other and the host: PCIe distance, peer access, affinity, NVLink, fabric. Imports nothing of
 * ours. Start with {@link TopologyLevel} and {@link NvLink}.
 */
@NullMarked
package dev.basalt.nvml.link;

import org.jspecify.annotations.NullMarked;
