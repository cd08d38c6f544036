/** The node agent and its wiring. Imports proto and nvml. Start with {@code Agent}. */
@NullMarked
package dev.basalt.agent;

import org.jspecify.annotations.NullMarked;
