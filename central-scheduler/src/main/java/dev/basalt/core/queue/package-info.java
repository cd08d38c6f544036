/**
 * Who pays and who comes first: the tree of queues, what they use, and fair order. Imports model, reason, snapshot and
 * fit. Start with {@link dev.basalt.core.queue.QueueTree} and {@link dev.basalt.core.queue.FairOrder}.
 */
@NullMarked
package dev.basalt.core.queue;

import org.jspecify.annotations.NullMarked;
