/**
 * A road to the API server on which a test can lose, delay and forge what it likes. Imports Netty, Jackson and the
 * package above. Start with {@link dev.basalt.kube.fault.FaultProxy}.
 */
@NullMarked
package dev.basalt.kube.fault;

import org.jspecify.annotations.NullMarked;
