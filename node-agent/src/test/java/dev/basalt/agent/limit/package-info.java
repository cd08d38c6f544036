@NullMarked
package dev.basalt.agent.limit;

import org.jspecify.annotations.NullMarked;
