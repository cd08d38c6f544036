/**
 * Manifests as people write them (Volcano's and Kubernetes' objects, YAML or JSON) into gangs, queues and priority
 * classes, with a sentence for everything odd or wrong. Imports {@code core.model}, {@code core.device},
 * {@code core.reason} and fabric8's model jars (objects, no client). Start with
 * {@link dev.basalt.manifest.ManifestReader}.
 */
@NullMarked
package dev.basalt.manifest;

import org.jspecify.annotations.NullMarked;
