/**
 * One class per command. Imports {@code cli.reach}, {@code cli.option}, {@code cli.text} and manifest.text. Start with
 * {@link dev.basalt.cli.command.Get}.
 */
@NullMarked
package dev.basalt.cli.command;

import org.jspecify.annotations.NullMarked;
