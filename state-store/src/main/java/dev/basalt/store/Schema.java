package dev.basalt.store;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.basalt.proto.storage.v1.StoreHeader;
import org.jspecify.annotations.Nullable;

/** What a store says about its own layout, and who can read it: a rule that all stores share. */
public final class Schema {
    /** Where the header lies in the table {@link TableNames#META}. */
    public static final Key HEADER_KEY = Key.of("header");

    private Schema() {}

    /** The header of a store that this code makes now. */
    public static byte[] newHeader(long nowUnixMillis) {
        String version = Schema.class.getPackage().getImplementationVersion();
        return StoreHeader.newBuilder()
                .setSchemaVersion(StateStore.SCHEMA_VERSION)
                .setMinReaderVersion(StateStore.MIN_READER_VERSION)
                .setWrittenBy(version == null ? "" : version)
                .setCreatedUnixMillis(nowUnixMillis)
                .build()
                .toByteArray();
    }

    /**
     * Sees to it that this code can read a store with that header.
     *
     * @param location where the store is, for the message
     * @throws StoreException NEWER_SCHEMA if it cannot, CORRUPT if the bytes are no header
     */
    public static void check(byte[] header, String location) {
        StoreHeader parsed;
        try {
            parsed = StoreHeader.parseFrom(header);
        } catch (InvalidProtocolBufferException e) {
            throw notAHeader(header, location, e);
        }
        if (parsed.getSchemaVersion() < 1) {
            throw notAHeader(header, location, null);
        }
        if (Math.max(parsed.getMinReaderVersion(), 1) > StateStore.SCHEMA_VERSION) {
            throw new StoreException(
                    StoreException.Code.NEWER_SCHEMA,
                    "store " + location + " has schema version " + parsed.getSchemaVersion()
                            + ", which needs a reader of version " + parsed.getMinReaderVersion()
                            + "; this one reads version " + StateStore.SCHEMA_VERSION + ". Maybe start Basalt \""
                            + parsed.getWrittenBy() + "\", which wrote it, or a newer one");
        }
    }

    private static StoreException notAHeader(byte[] header, String location, @Nullable Throwable cause) {
        return new StoreException(
                StoreException.Code.CORRUPT,
                "store " + location + ": its header of " + header.length
                        + " bytes cannot be read. Maybe restore it from a copy",
                cause);
    }
}
