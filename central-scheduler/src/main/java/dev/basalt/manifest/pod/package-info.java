/**
 * Pod specifications: containers, resources, GPU asks, affinity, commands. Imports {@code core.model},
 * {@code core.device} and {@code manifest.text}. Start with {@link dev.basalt.manifest.pod.PodTemplates}.
 */
@NullMarked
package dev.basalt.manifest.pod;

import org.jspecify.annotations.NullMarked;
