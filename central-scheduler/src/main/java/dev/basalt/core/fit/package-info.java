/**
 * How the containers of one pod share the devices of one node, and how many such pods a node takes. Imports model,
 * device, reason and snapshot. Start with {@link dev.basalt.core.fit.DeviceFit}.
 */
@NullMarked
package dev.basalt.core.fit;

import org.jspecify.annotations.NullMarked;
