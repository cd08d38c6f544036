package dev.basalt.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.store.StoreException;
import dev.basalt.store.StoreException.Code;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class RocksErrorsTest {
    private static final Path STORE = Path.of("/var/lib/basalt");

    @Test
    void callsADiskWithoutRoomFullAndSaysWhatToDo() {
        StoreException full = RocksErrors.of(
                failure(Status.Code.IOError, Status.SubCode.NoSpace, "No space left on device"),
                STORE,
                "cannot be written");

        assertThat(full.code()).isEqualTo(Code.FULL);
        assertThat(full)
                .hasMessage("store /var/lib/basalt cannot be written: No space left on device."
                        + " Maybe free space on its disk, then start again");
        assertThat(RocksErrors.of(new IOException("No space left on device"), STORE, "cannot be marked")
                        .code())
                .isEqualTo(Code.FULL);
    }

    @Test
    void callsDamageFoundWhileReadingCorrupt() {
        assertThat(RocksErrors.of(
                                failure(Status.Code.Corruption, Status.SubCode.None, "block checksum mismatch"),
                                STORE,
                                "cannot be read")
                        .code())
                .isEqualTo(Code.CORRUPT);
    }

    @Test
    void callsAMissingFileCorruptWhenOpeningAndAnIoFailureOtherwise() {
        RocksDBException missing =
                failure(Status.Code.IOError, Status.SubCode.None, "000012.sst: No such file or directory");

        assertThat(RocksErrors.atOpen(missing, STORE, "cannot be opened").code())
                .isEqualTo(Code.CORRUPT);
        assertThat(RocksErrors.of(missing, STORE, "cannot be read").code()).isEqualTo(Code.IO);
    }

    @Test
    void callsAFolderThatMayNotBeReadIoWhenOpening() {
        RocksDBException denied = failure(Status.Code.IOError, Status.SubCode.None, "CURRENT: Permission denied");

        assertThat(RocksErrors.atOpen(denied, STORE, "cannot be opened").code()).isEqualTo(Code.IO);
    }

    private static RocksDBException failure(Status.Code code, Status.SubCode subCode, String message) {
        return new RocksDBException(message, new Status(code, subCode, message));
    }
}
