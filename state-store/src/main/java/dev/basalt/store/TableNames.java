package dev.basalt.store;

import java.util.regex.Pattern;

/** Which names tables may have: a rule that all stores share. */
public final class TableNames {
    /** The table of the store itself; it holds the header and is nobody else's. RocksDB has one of that name always. */
    public static final String META = "default";

    private static final Pattern ALLOWED = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private TableNames() {}

    /**
     * Sees to it that a table may have that name.
     *
     * @throws IllegalArgumentException if none may
     */
    public static void check(String name) {
        if (!ALLOWED.matcher(name).matches() || name.equals(META)) {
            throw new IllegalArgumentException("table name \"" + name
                    + "\" is not lower-case letters, digits and hyphens with a letter first, or is \"" + META
                    + "\". Maybe write hyphens for underscores");
        }
    }
}
