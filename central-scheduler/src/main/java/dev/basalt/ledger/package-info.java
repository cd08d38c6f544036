/**
 * What must survive the process: the core's changes and decisions into the state store, and out of it at start. Imports
 * proto, core, loop, wire and state-store. Start with {@link dev.basalt.ledger.Ledger}.
 */
@NullMarked
package dev.basalt.ledger;

import org.jspecify.annotations.NullMarked;
