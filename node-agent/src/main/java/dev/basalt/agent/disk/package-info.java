/**
 * Files that are either whole and on disk or absent, and names that are safe in a path. Imports the JDK only. Start
 * with {@link DurableFile}.
 */
@NullMarked
package dev.basalt.agent.disk;

import org.jspecify.annotations.NullMarked;
