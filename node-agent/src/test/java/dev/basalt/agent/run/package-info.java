@NullMarked
package dev.basalt.agent.run;

import org.jspecify.annotations.NullMarked;
