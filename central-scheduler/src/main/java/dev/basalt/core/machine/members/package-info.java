/**
 * Gangs, their pods, where those are placed, and grants that are being given back. Imports model, device, snapshot,
 * plan, reason and machine's records. Changed only through {@code ClusterState}. Start with
 * {@link dev.basalt.core.machine.members.GangState} and {@link dev.basalt.core.machine.members.Placement}.
 */
@NullMarked
package dev.basalt.core.machine.members;

import org.jspecify.annotations.NullMarked;
