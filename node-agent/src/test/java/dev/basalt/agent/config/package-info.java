@NullMarked
package dev.basalt.agent.config;

import org.jspecify.annotations.NullMarked;
