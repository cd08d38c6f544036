/**
 * The cluster as rules read it: columns of free devices and node resources, and what each pod takes of them. Imports
 * model and device. Start with {@code ClusterView}.
 */
@NullMarked
package dev.basalt.core.snapshot;

import org.jspecify.annotations.NullMarked;
