package dev.basalt.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One table of a store: values by key, in the order of the keys' bytes. Read here, written by a {@link WriteBatch}.
 *
 * @param <V> type of the values
 */
public final class Table<V> {
    private final String name;
    private final Codec<V> codec;
    private final Cells cells;

    /** For the stores themselves; everybody else asks {@link StateStore#table}. */
    public Table(String name, Codec<V> codec, Cells cells) {
        this.name = name;
        this.codec = codec;
        this.cells = cells;
    }

    public String name() {
        return name;
    }

    /** Form of the values. */
    public Codec<V> codec() {
        return codec;
    }

    /**
     * The value of a key.
     *
     * @throws StoreException CORRUPT if its bytes are not a value
     */
    public Optional<V> find(Key key) {
        byte[] bytes = cells.read(key);
        return bytes == null ? Optional.empty() : Optional.of(decoded(key, bytes));
    }

    /**
     * Shows the entries of a range one by one, in that order, until the visitor has seen enough. It sees the table as
     * it was when the scan began.
     *
     * @throws StoreException CORRUPT if the bytes of one are not a value
     */
    public void scan(KeyRange range, Order order, Visitor<V> visitor) {
        cells.scan(range, order, (key, bytes) -> visitor.visit(key, decoded(key, bytes)));
    }

    /** All entries of a range in ascending order. For ranges known to be small; {@link #scan} is for the others. */
    public List<Entry<V>> list(KeyRange range) {
        List<Entry<V>> entries = new ArrayList<>();
        scan(range, Order.ASCENDING, (key, value) -> entries.add(new Entry<>(key, value)));
        return entries;
    }

    private V decoded(Key key, byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (Codec.NotAValue e) {
            throw new StoreException(
                    StoreException.Code.CORRUPT,
                    "table " + name + ", key " + key + ": " + bytes.length + " bytes are no value (" + e.getMessage()
                            + "). Maybe another program wrote them, or a version of Basalt that differs",
                    e);
        }
    }

    /**
     * A key and its value.
     *
     * @param <V> type of the value
     */
    public record Entry<V>(Key key, V value) {}

    /** In which order a scan goes. */
    public enum Order {
        ASCENDING,
        DESCENDING
    }

    /**
     * Sees entries.
     *
     * @param <V> type of the values
     */
    @FunctionalInterface
    public interface Visitor<V> {
        /** Sees one entry, and answers whether it wants to see more. */
        boolean visit(Key key, V value);
    }
}
