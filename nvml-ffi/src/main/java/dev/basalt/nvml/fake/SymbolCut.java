package dev.basalt.nvml.fake;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Takes exported names out of a shared library's bytes, so that {@code dlsym} does not find them, as with an older
 * driver. It renames the symbol in the dynamic string table: the hash still leads there, and the name no longer
 * matches.
 */
final class SymbolCut {
    /* ELF64: System V gABI, "ELF Header" and "Section Header". */
    private static final int SECTION_OFFSET_AT = 0x28;
    private static final int SECTION_SIZE_AT = 0x3A;
    private static final int SECTION_COUNT_AT = 0x3C;
    private static final int TYPE_AT = 4;
    private static final int OFFSET_AT = 0x18;
    private static final int SIZE_AT = 0x20;
    private static final int LINK_AT = 0x28;
    private static final int DYNAMIC_SYMBOLS = 11;

    private SymbolCut() {}

    static void remove(byte[] library, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        ByteBuffer elf = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
        int strings = stringTable(elf);
        int start = (int) elf.getLong(strings + OFFSET_AT);
        int end = start + (int) elf.getLong(strings + SIZE_AT);
        for (String name : names) {
            cut(library, start, end, name);
        }
    }

    private static int stringTable(ByteBuffer elf) {
        int sections = (int) elf.getLong(SECTION_OFFSET_AT);
        int sectionBytes = elf.getShort(SECTION_SIZE_AT);
        for (int i = 0; i < elf.getShort(SECTION_COUNT_AT); i++) {
            int section = sections + i * sectionBytes;
            if (elf.getInt(section + TYPE_AT) == DYNAMIC_SYMBOLS) {
                return sections + elf.getInt(section + LINK_AT) * sectionBytes;
            }
        }
        throw new IllegalStateException("the fake library has no dynamic symbols");
    }

    private static void cut(byte[] library, int start, int end, String name) {
        byte[] wanted = ('\0' + name + '\0').getBytes(StandardCharsets.US_ASCII);
        for (int at = start; at + wanted.length <= end; at++) {
            if (matches(library, at, wanted)) {
                library[at + 1] = 'x';
                return;
            }
        }
        throw new IllegalArgumentException(
                "symbols = minus:" + name + " names no function of the fake library. Maybe a typing error?");
    }

    private static boolean matches(byte[] library, int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (library[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
