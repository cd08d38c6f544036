package dev.basalt.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys that follow each other.
 *
 * @param from the first one
 * @param until the first one after them; null if they go on to the end
 */
public record KeyRange(Key from, @Nullable Key until) {
    private static final KeyRange ALL = new KeyRange(Key.EMPTY, null);

    /** Every key. */
    public static KeyRange all() {
        return ALL;
    }

    /** Every key that begins with that one. */
    public static KeyRange startingWith(Key prefix) {
        return new KeyRange(prefix, firstAfter(prefix));
    }

    /** From the first key to the second, the second not among them. */
    public static KeyRange between(Key from, Key until) {
        return new KeyRange(from, until);
    }

    public boolean contains(Key key) {
        return key.compareTo(from) >= 0 && (until == null || key.compareTo(until) < 0);
    }

    /** Whether no key can be in it. */
    public boolean isEmpty() {
        return until != null && from.compareTo(until) >= 0;
    }

    /** The first key that is above all that begin with the prefix; null if there is none. */
    private static @Nullable Key firstAfter(Key prefix) {
        byte[] bytes = prefix.bytes();
        for (int last = bytes.length - 1; last >= 0; last--) {
            if (bytes[last] != (byte) 0xff) {
                byte[] after = Arrays.copyOf(bytes, last + 1);
                after[last]++;
                return Key.ofBytes(after);
            }
        }
        return null;
    }
}
