/** The command line. Imports proto, config and simulate. Start with {@code BasaltCli}. */
@NullMarked
package dev.basalt.cli;

import org.jspecify.annotations.NullMarked;
