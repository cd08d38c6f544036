/**
 * Who may import whom, and that the core stands alone. Imports ArchUnit and the JDK's compiler. Start with
 * {@link dev.basalt.tests.architecture.ImportTable}.
 */
@NullMarked
package dev.basalt.tests.architecture;

import org.jspecify.annotations.NullMarked;
