/**
 * Options that several commands share, each a picocli mixin, and how their values are read. Imports cli.reach. Start
 * with {@link dev.basalt.cli.option.ServerOptions}.
 */
@NullMarked
package dev.basalt.cli.option;

import org.jspecify.annotations.NullMarked;
