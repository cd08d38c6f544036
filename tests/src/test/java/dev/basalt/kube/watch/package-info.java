/** Reading a real API server: what it says arrives as events, whatever happens on the way. */
@NullMarked
package dev.basalt.kube.watch;

import org.jspecify.annotations.NullMarked;
