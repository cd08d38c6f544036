package dev.basalt.store;

/**
 * How values become bytes and bytes values.
 *
 * @param <V> type of the values
 */
public interface Codec<V> {
    byte[] encode(V value);

    /**
     * The value of these bytes.
     *
     * @throws NotAValue if they are none
     */
    V decode(byte[] bytes) throws NotAValue;

    /** Bytes that are no value. */
    final class NotAValue extends Exception {
        private static final long serialVersionUID = 1;

        public NotAValue(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
