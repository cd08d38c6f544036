/**
 * The demo: a scheduler and four agents as processes on fake machines, a story of six jobs, and checks of what it
 * claims. Imports {@code cli.reach}, {@code cli.text}, proto and config. Start with {@link dev.basalt.cli.demo.Demo}.
 */
@NullMarked
package dev.basalt.cli.demo;

import org.jspecify.annotations.NullMarked;
