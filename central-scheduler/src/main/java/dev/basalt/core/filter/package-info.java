/**
 * Hard rules on where a task may run; one per file. Imports model, device, reason, snapshot and fit. Start with
 * {@link dev.basalt.core.filter.Filter} and {@link dev.basalt.core.filter.Filters}.
 */
@NullMarked
package dev.basalt.core.filter;

import org.jspecify.annotations.NullMarked;
