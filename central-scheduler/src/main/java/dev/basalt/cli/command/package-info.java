/**
 * One class per command. Imports {@code cli.reach} and {@code cli.text}. Start with {@link dev.basalt.cli.command.Get}.
 */
@NullMarked
package dev.basalt.cli.command;

import org.jspecify.annotations.NullMarked;
