/**
 * Reads GPUs through NVML, each on a platform thread of its own, and tells what is there, how it does and who uses it.
 * Imports nvml, process and limit. Start with {@link GpuHost}; {@link GpuWorker} is one GPU's thread.
 */
@NullMarked
package dev.basalt.agent.sample;

import org.jspecify.annotations.NullMarked;
