package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Native memory that one thread reuses for every call, so that sampling allocates none after its first round. A thread
 * that hangs in the driver keeps its own; the collector frees it with the thread.
 */
final class Scratch {
    /** Longest text NVML gives for any call in use: process names of nvidia-smi, nvml.md section 1.3. */
    static final int TEXT_BYTES = 4096;

    /** Room for 128 process entries of 32 bytes, 64 field values, or 4096 CPUs. */
    static final int BLOCK_BYTES = 4096;

    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    /** Out parameters of 8 bytes each. */
    final MemorySegment a;

    final MemorySegment b;
    final MemorySegment c;
    final MemorySegment d;

    /** Structs and arrays. */
    final MemorySegment block;

    private final MemorySegment text;

    private Scratch() {
        MemorySegment all = Arena.ofAuto().allocate(32L + BLOCK_BYTES + TEXT_BYTES, 16);
        a = all.asSlice(0, 8);
        b = all.asSlice(8, 8);
        c = all.asSlice(16, 8);
        d = all.asSlice(24, 8);
        block = all.asSlice(32, BLOCK_BYTES);
        text = all.asSlice(32L + BLOCK_BYTES, TEXT_BYTES);
    }

    /** The calling thread's. */
    static Scratch ofThread() {
        return OF_THREAD.get();
    }

    /** A zeroed text buffer of that size. */
    MemorySegment text(int size) {
        return text.asSlice(0, size).fill((byte) 0);
    }

    /** A zeroed struct of that size. */
    MemorySegment struct(long size) {
        return block.asSlice(0, size).fill((byte) 0);
    }

    /**
     * Text up to the first NUL or the segment's end; bytes that are no UTF-8 become U+FFFD, because drivers have sent
     * such.
     */
    static String decode(MemorySegment segment) {
        byte[] bytes = segment.toArray(JAVA_BYTE);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
