package dev.basalt.manifest.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document: its path, its value if it has one, and where findings go. Reading never throws: what cannot be
 * read is reported once and answered by the fallback.
 */
public final class Field {
    private final String path;
    private final @Nullable Value value;
    private final int line;
    private final Findings findings;

    private Field(String path, @Nullable Value value, int lineOfParent, Findings findings) {
        this.path = path;
        this.value = value;
        this.line = value == null ? lineOfParent : value.line();
        this.findings = findings;
    }

    /** The top of an object. */
    public static Field root(Value value, Findings findings) {
        return new Field("", value, 0, findings);
    }

    public String path() {
        return path;
    }

    public Findings findings() {
        return findings;
    }

    /** The value; null when absent. */
    public @Nullable Value value() {
        return value;
    }

    /** The value in short for findings; empty when absent. */
    public String shown() {
        return value == null ? "" : value.shown();
    }

    /** Line in the text, from 1; of the map it belongs to when it is absent. */
    public int line() {
        return line;
    }

    /** True unless the field is absent or null. */
    public boolean present() {
        return value != null && !(value instanceof Value.Scalar scalar && scalar.kind() == Value.Kind.NOTHING);
    }

    /** The field of that name in this map; absent when this is no map. */
    public Field at(String key) {
        Value child = value instanceof Value.Entries map ? map.entries().get(key) : null;
        return new Field(path.isEmpty() ? key : path + separated(key), child, line, findings);
    }

    private static String separated(String key) {
        return key.contains(".") || key.contains("/") ? "[" + key + "]" : "." + key;
    }

    /** Keys of this map, as written. */
    public List<String> keys() {
        return value instanceof Value.Entries map ? List.copyOf(map.entries().keySet()) : List.of();
    }

    /** Elements of this list. */
    public List<Field> items() {
        List<Field> fields = new ArrayList<>();
        if (value instanceof Value.Items list) {
            for (Value item : list.items()) {
                fields.add(new Field(path + "[" + fields.size() + "]", item, line, findings));
            }
        }
        return fields;
    }

    /** Texts of this list. */
    public List<String> texts() {
        return items().stream().map(item -> item.text("")).toList();
    }

    /** Entries of this map as texts, sorted. */
    public SortedMap<String, String> textMap() {
        SortedMap<String, String> texts = new TreeMap<>();
        keys().forEach(key -> texts.put(key, at(key).text("")));
        return texts;
    }

    /** The text of a scalar, whatever it looks like. */
    public String text(String fallback) {
        return present() && value instanceof Value.Scalar scalar ? scalar.text() : fallback;
    }

    /** A whole number within bounds. */
    public int whole(int fallback, int least, int most) {
        if (!present()) {
            return fallback;
        }
        String text = text("");
        if (!text.matches("-?(0|[1-9]\\d*)")) {
            error("is not a whole number", "write a number from " + least + " to " + most);
            return fallback;
        }
        long number =
                text.length() > 18 ? (text.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE) : Long.parseLong(text);
        if (number < least || number > most) {
            error("is outside " + least + ".." + most, "write a number in that range");
            return fallback;
        }
        return (int) number;
    }

    /** True or false. */
    public boolean flag(boolean fallback) {
        if (!present()) {
            return fallback;
        }
        return switch (text("")) {
            case "true" -> true;
            case "false" -> false;
            default -> {
                error("is neither true nor false", "write one of the two");
                yield fallback;
            }
        };
    }

    /** A duration such as {@code 1h30m}, in milliseconds. */
    public long durationMillis(long fallback) {
        if (!present()) {
            return fallback;
        }
        Long millis = Duration.parseMillis(text(""));
        if (millis == null) {
            error("is not a duration", "write it as 90s, 45m or 1h30m");
            return fallback;
        }
        return millis;
    }

    public void warn(String problem, String readAs, String maybe) {
        findings.warn(this, problem, readAs, maybe);
    }

    public void error(String problem, String maybe) {
        findings.error(this, problem, maybe);
    }
}
