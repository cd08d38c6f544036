/**
 * The command line: what people type, and how it reaches a running scheduler. Imports proto, config, simulate and
 * manifest.text. Start with {@link dev.basalt.cli.BasaltCli}.
 */
@NullMarked
package dev.basalt.cli;

import org.jspecify.annotations.NullMarked;
