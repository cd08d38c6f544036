/** That the core's words and their stored forms stay the same. Start with {@code StoredEventsTest}. */
@NullMarked
package dev.basalt.tests.storage;

import org.jspecify.annotations.NullMarked;
