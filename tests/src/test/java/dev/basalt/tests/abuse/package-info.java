/**
 * Real processes that are stopped, copied, locked out and robbed of their helpers. Imports the kill tests' cluster and
 * proto. Start with {@link dev.basalt.tests.abuse.AbuseIT}.
 */
@NullMarked
package dev.basalt.tests.abuse;

import org.jspecify.annotations.NullMarked;
