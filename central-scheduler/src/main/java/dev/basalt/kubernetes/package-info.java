/**
 * The Kubernetes adapter: what an API server says becomes events, effects become writes to it. The only importer of
 * fabric8's client; imports what every adapter may (core's events and effects, loop, manifest) and no other adapter.
 * Start with {@link dev.basalt.kubernetes.Directory}, which its reading and its writing half share.
 */
@NullMarked
package dev.basalt.kubernetes;

import org.jspecify.annotations.NullMarked;
