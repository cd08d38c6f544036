/**
 * What events do to what is known: versions and sessions are checked, books are changed, gangs are marked to be looked
 * at. Nothing is decided here. Imports machine's records, members and state. Start with
 * {@link dev.basalt.core.machine.ingest.Ingest}.
 */
@NullMarked
package dev.basalt.core.machine.ingest;

import org.jspecify.annotations.NullMarked;
