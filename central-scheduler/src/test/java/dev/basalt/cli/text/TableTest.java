package dev.basalt.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.cli.text.Screen.Tone;
import dev.basalt.cli.text.Table.Cell;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private final Table table = new Table(List.of("JOB", "PHASE", "WHY"))
            .row(List.of(Cell.plain("train"), new Cell("Running", Tone.GOOD), Cell.plain("")))
            .row("a-longer-name", "Pending", "needs 8 GPUs");

    @Test
    void alignsColumnsAndLeavesNoBlanksAtTheEnd() {
        assertEquals(
                List.of(
                        "JOB            PHASE    WHY",
                        "train          Running  -",
                        "a-longer-name  Pending  needs 8 GPUs"),
                table.lines(screen(false)));
    }

    @Test
    void coloursWithoutMovingColumns() {
        List<String> lines = table.lines(screen(true));

        assertEquals("train          \u001b[32mRunning\u001b[0m  -", lines.get(1));
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThrows(IllegalArgumentException.class, () -> table.row("only one"));
    }

    private static Screen screen(boolean coloured) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new Screen(nowhere, nowhere, coloured);
    }
}
