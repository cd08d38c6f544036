/**
 * The scheduler's own certificate authority, when no other one is given: made once, kept by whoever calls it, renewed
 * in time. Knows nothing of where certificates are kept. Imports Bouncy Castle and the JDK. Start with
 * {@link dev.basalt.transport.tls.TrustBundle}.
 */
@NullMarked
package dev.basalt.transport.tls;

import org.jspecify.annotations.NullMarked;
