/** Tables, colours and amounts as people read them. Imports proto. Start with {@link dev.basalt.cli.text.Table}. */
@NullMarked
package dev.basalt.cli.text;

import org.jspecify.annotations.NullMarked;
