@NullMarked
package dev.basalt.agent.keep;

import org.jspecify.annotations.NullMarked;
