/**
 * What an operator sets, read once from flags and one YAML file; every mistake is told at once. Imports the JDK and
 * Jackson. Start with {@link AgentConfig}.
 */
@NullMarked
package dev.basalt.agent.config;

import org.jspecify.annotations.NullMarked;
