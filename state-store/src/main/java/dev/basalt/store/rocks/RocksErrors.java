package dev.basalt.store.rocks;

import dev.basalt.store.StoreException;
import dev.basalt.store.StoreException.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns the failures of RocksDB and of files into {@link StoreException}s. */
final class RocksErrors {
    private RocksErrors() {}

    /** While the store is in use. */
    static StoreException of(RocksDBException e, Path store, String what) {
        return with(codeInUse(e.getStatus(), String.valueOf(e.getMessage())), store, what, e);
    }

    /** While it is opened: a file that is not there or makes no sense is damage too. */
    static StoreException atOpen(RocksDBException e, Path store, String what) {
        return with(codeAtOpen(e.getStatus(), String.valueOf(e.getMessage())), store, what, e);
    }

    static StoreException of(IOException e, Path store, String what) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return with(message.contains("no space left") ? Code.FULL : Code.IO, store, what, e);
    }

    static StoreException corrupt(Path store, String what) {
        return new StoreException(Code.CORRUPT, "store " + store + " " + what + hint(Code.CORRUPT));
    }

    static Code codeInUse(@Nullable Status status, String message) {
        if (status == null) {
            return Code.IO;
        }
        if (status.getSubCode() == Status.SubCode.NoSpace || message.contains("No space left")) {
            return Code.FULL;
        }
        return status.getCode() == Status.Code.Corruption ? Code.CORRUPT : Code.IO;
    }

    static Code codeAtOpen(@Nullable Status status, String message) {
        Code code = codeInUse(status, message);
        if (code != Code.IO || status == null) {
            return code;
        }
        return switch (status.getCode()) {
            case NotFound, InvalidArgument, NotSupported, Incomplete, Corruption -> Code.CORRUPT;
            case IOError -> message.contains("No such file or directory") ? Code.CORRUPT : Code.IO;
            case Ok, MergeInProgress, ShutdownInProgress, TimedOut, Aborted, Busy, Expired, TryAgain, Undefined ->
                Code.IO;
        };
    }

    private static StoreException with(Code code, Path store, String what, Exception e) {
        return new StoreException(code, "store " + store + " " + what + ": " + e.getMessage() + hint(code), e);
    }

    private static String hint(Code code) {
        return switch (code) {
            case CORRUPT ->
                ". Maybe a disk or a program damaged it: set the folder aside, and restore it from a copy or begin"
                        + " with an empty one";
            case FULL -> ". Maybe free space on its disk, then start again";
            case IO -> ". Maybe look at the disk and at who owns the folder";
            case LOCKED -> ". Maybe end the process that has it open";
            case NEWER_SCHEMA -> ". Maybe start a newer version";
        };
    }
}
