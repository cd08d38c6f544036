package dev.basalt.core.place;

import dev.basalt.core.fit.Assignment;
import dev.basalt.core.snapshot.PodUse;

/**
 * One placed member; which member of its role it is does not matter yet.
 *
 * @param role position of its role
 * @param node where
 * @param devices which devices
 * @param use all that it takes there
 */
public record GangSeat(int role, int node, Assignment devices, PodUse use) {}
