/**
 * What decisions become at the API server: binds, evictions and deletions of pods. Imports what adapters may, and the
 * packages {@code call}, {@code gang}, {@code lease} and {@code report} beside it. Start with
 * {@link dev.basalt.kubernetes.write.ApiWriter}.
 */
@NullMarked
package dev.basalt.kubernetes.write;

import org.jspecify.annotations.NullMarked;
