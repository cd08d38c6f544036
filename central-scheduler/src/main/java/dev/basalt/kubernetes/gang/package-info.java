/**
 * Makes gangs of pods and PodGroups, and gives every pod its place in its gang. Pure but for
 * {@link dev.basalt.kubernetes.gang.PodGroupMaker}, which writes the PodGroups that nobody wrote. Start with
 * {@link dev.basalt.kubernetes.gang.GangAssembler}.
 */
@NullMarked
package dev.basalt.kubernetes.gang;

import org.jspecify.annotations.NullMarked;
