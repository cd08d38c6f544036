package dev.basalt.agent.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Durable files with twelve bytes before their content: a mark, the number of the format, and the CRC-32C of that
 * number and the content. So one that was cut off or written over, and one of a newer version, are told from a good
 * one.
 */
public final class SealedFile {
    private static final int MARK = 0x42534C54; // "BSLT"
    private static final int SEAL_BYTES = 12;

    private SealedFile() {}

    /** Replaces the file; it is on disk when this returns. */
    public static void replace(Path file, int format, byte[] content, String mode) throws IOException {
        byte[] bytes = ByteBuffer.allocate(SEAL_BYTES + content.length)
                .putInt(MARK)
                .putInt(format)
                .putInt(checksum(format, content))
                .put(content)
                .array();
        DurableFile.replace(file, bytes, mode);
    }

    /**
     * The content.
     *
     * @param newestFormat the newest format that the caller reads; formats begin at 1
     * @throws java.nio.file.NoSuchFileException when there is no such file
     * @throws DamagedRecord when it is not what was written
     * @throws IOException when it cannot be read, or is of a newer format
     */
    public static byte[] read(Path file, int newestFormat) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length < SEAL_BYTES || ByteBuffer.wrap(bytes).getInt() != MARK) {
            throw new DamagedRecord(file + " is damaged: its " + bytes.length
                    + " bytes do not begin as the agent writes them. Maybe the disk failed, or another program wrote"
                    + " there");
        }
        ByteBuffer seal = ByteBuffer.wrap(bytes, Integer.BYTES, 2 * Integer.BYTES);
        int format = seal.getInt();
        byte[] content = Arrays.copyOfRange(bytes, SEAL_BYTES, bytes.length);
        if (seal.getInt() != checksum(format, content)) {
            throw new DamagedRecord(file + " is damaged: its " + bytes.length
                    + " bytes do not match their checksum. Maybe the disk failed");
        }
        if (format > newestFormat) {
            throw new IOException(file + " is of format " + format + ", this agent reads up to " + newestFormat
                    + ". Maybe a newer agent wrote it: start that version again");
        }
        return content;
    }

    private static int checksum(int format, byte[] content) {
        var checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, format));
        checksum.update(content);
        return (int) checksum.getValue();
    }
}
