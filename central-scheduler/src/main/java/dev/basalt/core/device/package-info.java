/**
 * GPUs as the core sees them: devices, links, what containers ask of them and what they were granted. Imports nothing
 * of ours. Start with {@link dev.basalt.core.device.Device} and {@link dev.basalt.core.device.DeviceRequest}.
 */
@NullMarked
package dev.basalt.core.device;

import org.jspecify.annotations.NullMarked;
