/**
 * What users read of gangs, queues and pods at the API server: statuses, conditions and Events, written in the
 * background and only on change. Imports what adapters may, and {@code call} and {@code lease} beside it. Start with
 * {@link dev.basalt.kubernetes.report.Reports}.
 */
@NullMarked
package dev.basalt.kubernetes.report;

import org.jspecify.annotations.NullMarked;
