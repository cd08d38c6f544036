@NullMarked
package dev.basalt.agent.sample;

import org.jspecify.annotations.NullMarked;
