/**
 * Reads an API server: lists and watches of each kind, and what they say as events in the inbox. Imports the client,
 * {@code manifest.live}, {@code kubernetes.gang} and what every adapter may. Start with
 * {@link dev.basalt.kubernetes.watch.Watches}.
 */
@NullMarked
package dev.basalt.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
