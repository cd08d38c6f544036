/**
 * Documents as text: YAML and JSON trees that keep lines and exact numbers, shapes of objects, and findings with words.
 * Imports fabric8's model jar (for shapes alone). Start with {@link dev.basalt.manifest.text.Field}.
 */
@NullMarked
package dev.basalt.manifest.text;

import org.jspecify.annotations.NullMarked;
