@NullMarked
package dev.basalt.agent.link;

import org.jspecify.annotations.NullMarked;
