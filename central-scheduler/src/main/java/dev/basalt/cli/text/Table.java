package dev.basalt.cli.text;

import dev.basalt.cli.text.Screen.Tone;
import java.util.ArrayList;
import java.util.List;

/** Columns under headers, as wide as their widest cell, two spaces apart. */
public final class Table {
    private final List<String> headers;
    private final List<List<Cell>> rows = new ArrayList<>();

    /** @param headers one per column */
    public Table(List<String> headers) {
        this.headers = List.copyOf(headers);
    }

    /** One cell. */
    public record Cell(String text, Tone tone) {
        public static Cell plain(String text) {
            return new Cell(text.isEmpty() ? "-" : text, Tone.PLAIN);
        }
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException when it has not one cell per column
     */
    public Table row(List<Cell> cells) {
        if (cells.size() != headers.size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells in a table of " + headers.size());
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    /** Adds a row of plain texts. */
    public Table row(String... texts) {
        return row(List.of(texts).stream().map(Cell::plain).toList());
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The lines of the table, headers first. */
    public List<String> lines(Screen screen) {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        lines.add(line(
                headers.stream().map(header -> new Cell(header, Tone.STRONG)).toList(), widths, screen));
        rows.forEach(row -> lines.add(line(row, widths, screen)));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[headers.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = length(headers.get(column));
            for (List<Cell> row : rows) {
                widths[column] = Math.max(widths[column], length(row.get(column).text()));
            }
        }
        return widths;
    }

    private static String line(List<Cell> cells, int[] widths, Screen screen) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            Cell cell = cells.get(column);
            line.append(screen.toned(cell.text(), cell.tone()));
            if (column < widths.length - 1) {
                line.repeat(' ', widths[column] - length(cell.text()) + 2);
            }
        }
        return line.toString().stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
