package dev.basalt.nvml.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layouts in Java are those the C compiler makes. */
class LayoutTest {
    private static final List<StructLayout> ALL = List.of(
            Layouts.PCI_INFO,
            Layouts.MEMORY_V1,
            Layouts.MEMORY_V2,
            Layouts.BAR1_MEMORY,
            Layouts.UTILIZATION,
            Layouts.PROCESS_V1,
            Layouts.PROCESS_V2,
            Layouts.PROCESS_535,
            Layouts.PROCESS_SAMPLE,
            Layouts.FIELD_VALUE,
            Layouts.EVENT_DATA,
            Layouts.MARGIN_TEMPERATURE,
            Layouts.ADDRESSING_MODE,
            Layouts.ATTRIBUTES,
            Layouts.FABRIC_V1,
            Layouts.FABRIC_V2,
            Layouts.FABRIC_V3);

    @TempDir
    Path folder;

    @Test
    void hasEveryFieldWhereTheCompilerPutsIt() throws Exception {
        var inJava = new TreeMap<String, Long>();
        for (StructLayout layout : ALL) {
            inJava.put(name(layout), layout.byteSize());
            for (MemoryLayout member : layout.memberLayouts()) {
                member.name().ifPresent(field -> inJava.put(name(layout) + "." + field, Layouts.offset(layout, field)));
            }
        }

        var inC = compiledOffsets();

        assertEquals(inC, inJava);
    }

    /** Version words of nvml.h 13.3, computed there from the real structs. */
    @Test
    void makesTheVersionWordsOfNvidiasHeader() {
        var expected = List.of(0x02000028, 0x02000024, 0x03000028, 0x01000008, 0x01000008);

        var actual = List.of(
                Layouts.versionWord(Layouts.MEMORY_V2, 2),
                Layouts.versionWord(Layouts.FABRIC_V2, 2),
                Layouts.versionWord(Layouts.FABRIC_V3, 3),
                Layouts.versionWord(Layouts.MARGIN_TEMPERATURE, 1),
                Layouts.versionWord(Layouts.ADDRESSING_MODE, 1));

        assertEquals(expected, actual);
    }

    private static String name(StructLayout layout) {
        return layout.name().orElseThrow();
    }

    /** Compiles and runs a program that prints size and offsets of the same structs from the fake's header. */
    private Map<String, Long> compiledOffsets() throws IOException, InterruptedException {
        Path header = Path.of("src/main/native/fakenvml/nvml_abi.h").toAbsolutePath();
        var program = new StringBuilder("#include <stddef.h>\n#include <stdio.h>\n#include \"" + header + "\"\n");
        program.append("int main(void) {\n");
        for (StructLayout layout : ALL) {
            String type = name(layout);
            program.append("printf(\"%s %zu\\n\", \"" + type + "\", sizeof(" + type + "));\n");
            for (MemoryLayout member : layout.memberLayouts()) {
                if (!(member instanceof PaddingLayout)) {
                    String field = member.name().orElseThrow();
                    program.append("printf(\"%s %zu\\n\", \"" + type + "." + field + "\", offsetof(" + type + ", "
                            + field + "));\n");
                }
            }
        }
        Path source = Files.writeString(folder.resolve("layouts.c"), program + "return 0;\n}\n");
        Path binary = folder.resolve("layouts");
        run("gcc", "-std=c11", "-o", binary.toString(), source.toString());
        var offsets = new TreeMap<String, Long>();
        for (String line : run(binary.toString()).lines().toList()) {
            int blank = line.indexOf(' ');
            offsets.put(line.substring(0, blank), Long.valueOf(line.substring(blank + 1)));
        }
        return offsets;
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
