package dev.basalt.store;

import org.jspecify.annotations.Nullable;

/** What keeps the tables has failed. The message says what, where, and what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    public StoreException(Code code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public StoreException(Code code, String message) {
        this(code, message, null);
    }

    public Code code() {
        return code;
    }

    /** What has failed. */
    public enum Code {
        /** Another process, or another store of this one, has it open. */
        LOCKED,
        /** Something that was acknowledged is damaged or missing. */
        CORRUPT,
        /** A newer version of Basalt wrote it, in a way that this one cannot read. */
        NEWER_SCHEMA,
        /** There is no room left. */
        FULL,
        /** A file could not be read or written. */
        IO
    }
}
