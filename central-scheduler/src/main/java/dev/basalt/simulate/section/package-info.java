/**
 * Typed reading of YAML mappings: every wrong value and unknown key is a mistake with its path, and all are kept.
 * Imports core.model and manifest.text. Start with {@link dev.basalt.simulate.section.Section}.
 */
@NullMarked
package dev.basalt.simulate.section;

import org.jspecify.annotations.NullMarked;
