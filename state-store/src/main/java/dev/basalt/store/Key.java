package dev.basalt.store;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The key of an entry: bytes, compared unsigned from the first to the last. Made of parts, such that keys sort by their
 * first parts, then by their second, and no part runs into the next.
 */
public final class Key implements Comparable<Key> {
    /** No parts at all: the first of all keys, and a prefix of each. */
    public static final Key EMPTY = new Key(new byte[0]);

    private static final int END_OF_TEXT = 0;
    /** Stands after a zero byte that is a part of a text, so that it sorts above the end of one. */
    private static final int ESCAPED_ZERO = 0xff;

    private final byte[] bytes;

    private Key(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The key of these texts, for example of a namespace and a name. */
    public static Key of(String... texts) {
        Key key = EMPTY;
        for (String text : texts) {
            key = key.then(text);
        }
        return key;
    }

    /** The key of a number. */
    public static Key of(long number) {
        return EMPTY.then(number);
    }

    /** The key of these very bytes, as {@link #bytes} gave them. */
    public static Key ofBytes(byte[] bytes) {
        return new Key(bytes.clone());
    }

    /** This key with a text added: its UTF-8 and an end. */
    public Key then(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes);
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            out.write(each);
            if (each == END_OF_TEXT) {
                out.write(ESCAPED_ZERO);
            }
        }
        out.write(END_OF_TEXT);
        return new Key(out.toByteArray());
    }

    /** This key with a number added: 8 bytes that sort as numbers do, the negative ones first. */
    public Key then(long number) {
        return new Key(ByteBuffer.allocate(bytes.length + Long.BYTES)
                .put(bytes)
                .putLong(number ^ Long.MIN_VALUE)
                .array());
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Whether this key begins with all of the other. */
    public boolean startsWith(Key prefix) {
        return bytes.length >= prefix.bytes.length
                && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
    }

    @Override
    public int compareTo(Key other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** For messages: printable ASCII as it is, all other bytes as {@code \xNN}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (byte each : bytes) {
            if (each >= ' ' && each <= '~' && each != '\\') {
                text.append((char) each);
            } else {
                text.append(String.format("\\x%02x", each));
            }
        }
        return text.toString();
    }
}
