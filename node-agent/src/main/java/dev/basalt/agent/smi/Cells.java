package dev.basalt.agent.smi;

import java.util.Locale;
import java.util.OptionalInt;

/** Pieces of text that tables are made of; all of them 91 columns wide, as nvidia-smi's since R550. */
final class Cells {
    static final int INNER = 89;
    static final String NOT_AVAILABLE = "N/A";

    private static final int MILLIWATT_PER_WATT = 1000;

    private Cells() {}

    /** A line of the frame, such as {@code +-----+}, with {@code fill} between its ends. */
    static String frame(String end, char fill) {
        return end + String.valueOf(fill).repeat(INNER) + end;
    }

    /** A row over the whole width. */
    static String wide(String text) {
        return "|" + format("%-" + INNER + "s", shorten(text, INNER)) + "|";
    }

    /** Formats alike in every locale. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency for one method
    static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** The text with a blank before its unit left out, or "N/A". */
    static String orNotAvailable(OptionalInt value, String unit) {
        return value.isPresent() ? value.getAsInt() + unit : NOT_AVAILABLE;
    }

    /** Milliwatts as whole watts, rounded. */
    static String watt(OptionalInt milliwatt) {
        return milliwatt.isPresent()
                ? Math.floorDiv(milliwatt.getAsInt() + MILLIWATT_PER_WATT / 2, MILLIWATT_PER_WATT) + "W"
                : NOT_AVAILABLE;
    }

    /** At most {@code width} characters; a longer text ends in dots. */
    static String shorten(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }

    /** At most {@code width} characters; a longer text begins with dots, because the end of a path tells more. */
    static String keepEnd(String text, int width) {
        return text.length() <= width ? text : "..." + text.substring(text.length() - width + 3);
    }

    /** Without control characters: a process name must not steer a terminal. */
    static String printable(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return clean.toString();
    }
}
