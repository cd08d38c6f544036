/**
 * The nouns of scheduling: gangs and their members, queues, nodes, domains, resources. Immutable, validated, without
 * behaviour beyond arithmetic. Imports {@code core.device}. Start with {@link dev.basalt.core.model.Gang}.
 */
@NullMarked
package dev.basalt.core.model;

import org.jspecify.annotations.NullMarked;
