/**
 * Translates between what travels or is stored (protobuf) and what the agent thinks in; the only users of generated
 * types are this package, {@code link} and what stores them. Imports proto, limit, run and sample. Start with
 * {@link GrantWire}.
 */
@NullMarked
package dev.basalt.agent.wire;

import org.jspecify.annotations.NullMarked;
