@NullMarked
package dev.basalt.agent.process;

import org.jspecify.annotations.NullMarked;
