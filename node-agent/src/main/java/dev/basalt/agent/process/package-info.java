/**
 * What Linux says about processes in {@code /proc}. Imports the JDK only. Start with {@link ProcessIdentity}, then
 * {@link ProcessTable}.
 */
@NullMarked
package dev.basalt.agent.process;

import org.jspecify.annotations.NullMarked;
