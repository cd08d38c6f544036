package dev.basalt.simulate.section;

import dev.basalt.manifest.text.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a scenario. Reads typed values, remembers which keys were asked for, and reports the others as
 * mistakes in {@link #end()}.
 */
public final class Section {
    private final Map<?, ?> values;
    private final String path;
    private final Mistakes mistakes;
    private final SortedSet<String> known;

    private Section(Map<?, ?> values, String path, Mistakes mistakes, SortedSet<String> known) {
        this.values = values;
        this.path = path;
        this.mistakes = mistakes;
        this.known = known;
    }

    /** Wraps a YAML value; anything but a mapping is a mistake and reads as empty. */
    public static Section of(@Nullable Object value, String path, Mistakes mistakes) {
        if (value instanceof Map<?, ?> map) {
            return new Section(map, path, mistakes, new TreeSet<>());
        }
        mistakes.add(path, "must be a mapping of keys to values, is " + describe(value));
        return new Section(Map.of(), path, mistakes, new TreeSet<>());
    }

    public String path() {
        return path;
    }

    public Mistakes mistakes() {
        return mistakes;
    }

    public String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public boolean has(String key) {
        known.add(key);
        return values.containsKey(key);
    }

    @Nullable
    public Object value(String key) {
        known.add(key);
        return values.get(key);
    }

    /** Keys as text, in the order of the file. All count as known. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Object key : values.keySet()) {
            keys.add(String.valueOf(key));
            known.add(String.valueOf(key));
        }
        return keys;
    }

    public String text(String key, String otherwise) {
        Object value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Map || value instanceof List) {
            mistakes.add(path(key), "must be text, is " + describe(value));
            return otherwise;
        }
        return String.valueOf(value);
    }

    public String requiredText(String key) {
        String text = text(key, "");
        if (text.isEmpty()) {
            mistakes.add(path(key), "is missing. Maybe add '" + key + ": ...'");
        }
        return text;
    }

    public boolean flag(String key, boolean otherwise) {
        Object value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        mistakes.add(path(key), "must be true or false, is " + describe(value));
        return otherwise;
    }

    /** One of a few words, in any case; empty when it is none of them, or absent. */
    public String oneOf(String key, Collection<String> words) {
        String text = text(key, "");
        for (String word : words) {
            if (word.equalsIgnoreCase(text)) {
                return word;
            }
        }
        if (has(key)) {
            String nearest = Nearest.to(text, words);
            mistakes.add(
                    path(key),
                    "must be one of " + String.join(", ", words) + ", is " + describe(value(key))
                            + (nearest == null ? "" : ". Maybe '" + nearest + "'"));
        }
        return "";
    }

    /** A whole number in a range. */
    public int count(String key, int otherwise, int min, int max) {
        Object value = value(key);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Integer number && number >= min && number <= max) {
            return number;
        }
        mistakes.add(path(key), "must be a whole number from " + min + " to " + max + ", is " + describe(value));
        return otherwise;
    }

    public long durationMillis(String key, long otherwise) {
        String text = text(key, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        long millis = Amounts.durationMillis(text);
        if (millis < 0) {
            mistakes.add(path(key), "must be a duration, is '" + text + "'. Maybe write 250ms, 30s, 5m or 1h30m");
            return otherwise;
        }
        return millis;
    }

    public long memoryBytes(String key, long otherwise) {
        String text = text(key, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        long bytes = Amounts.memoryBytes(text);
        if (bytes < 0) {
            mistakes.add(
                    path(key), "must be an amount of memory, is '" + text + "'. Maybe write 512MiB, 80GiB or 40GB");
            return otherwise;
        }
        return bytes;
    }

    /** Thousandths of a number such as {@code 1.5} or {@code 500m}. */
    public long milli(String key, long otherwise) {
        String text = text(key, "");
        if (text.isEmpty()) {
            return otherwise;
        }
        long milli = Amounts.milli(text);
        if (milli < 0) {
            mistakes.add(path(key), "must be a number of at least 0, is '" + text + "'. Maybe write 4, 0.5 or 500m");
            return otherwise;
        }
        return milli;
    }

    /** A mapping of text to text; absent is empty. */
    public SortedMap<String, String> texts(String key) {
        SortedMap<String, String> texts = new TreeMap<>();
        if (has(key)) {
            Section section = section(key);
            section.keys().forEach(name -> texts.put(name, section.text(name, "")));
        }
        return texts;
    }

    /** A list of texts; a single text is a list of one. */
    public List<String> list(String key) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> items)) {
            return List.of(text(key, ""));
        }
        List<String> texts = new ArrayList<>();
        for (Object item : items) {
            if (item instanceof Map || item instanceof List || item == null) {
                mistakes.add(path(key), "must list texts, holds " + describe(item));
            } else {
                texts.add(String.valueOf(item));
            }
        }
        return texts;
    }

    /** The same section as if one key were absent; reads on either side count for {@link #end()} of this one. */
    public Section without(String key) {
        known.add(key);
        Map<Object, Object> rest = new LinkedHashMap<>(values);
        rest.remove(key);
        return new Section(rest, path, mistakes, known);
    }

    public Section section(String key) {
        return of(value(key), path(key), mistakes);
    }

    /** A list of mappings; absent is empty. */
    public List<Section> sections(String key) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> items)) {
            mistakes.add(path(key), "must be a list, is " + describe(value) + ". Maybe start each entry with '- '");
            return List.of();
        }
        List<Section> sections = new ArrayList<>();
        for (int at = 0; at < items.size(); at++) {
            sections.add(of(items.get(at), path(key) + "[" + at + "]", mistakes));
        }
        return sections;
    }

    /** Reports every key nobody asked for. Call it after the last read. */
    public void end() {
        for (Object key : values.keySet()) {
            String name = String.valueOf(key);
            if (!known.contains(name)) {
                mistakes.add(path(name), "is not a known key" + suggestion(name));
            }
        }
    }

    private String suggestion(String name) {
        String nearest = Nearest.to(name, known);
        return nearest == null ? ". Known here: " + String.join(", ", known) : ". Maybe '" + nearest + "'";
    }

    public static String describe(@Nullable Object value) {
        if (value == null) {
            return "empty";
        }
        return value instanceof Map ? "a mapping" : value instanceof List ? "a list" : "'" + value + "'";
    }
}
