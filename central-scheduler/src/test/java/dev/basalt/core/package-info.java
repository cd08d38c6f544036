/** Short words for clusters, gangs and plans that the core's tests share. */
@NullMarked
package dev.basalt.core;

import org.jspecify.annotations.NullMarked;
