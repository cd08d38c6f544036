@NullMarked
package dev.basalt.agent;

import org.jspecify.annotations.NullMarked;
