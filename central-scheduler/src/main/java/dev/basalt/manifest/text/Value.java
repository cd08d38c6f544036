package dev.basalt.manifest.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node of a document. Scalars keep the text they were written with, so that no number loses a digit. */
public sealed interface Value {
    /** Line in the whole text, from 1. */
    int line();

    /** What a scalar looks like under YAML 1.2's JSON schema. */
    enum Kind {
        TEXT,
        INTEGER,
        DECIMAL,
        FLAG,
        NOTHING
    }

    record Scalar(String text, Kind kind, int line) implements Value {}

    record Items(List<Value> items, int line) implements Value {
        public Items {
            items = Collections.unmodifiableList(new ArrayList<>(items));
        }
    }

    /** Entries in the order they were written. */
    record Entries(Map<String, Value> entries, int line) implements Value {
        public Entries {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /** The value as a finding shows it: short, on one line. */
    default String shown() {
        return switch (this) {
            case Scalar scalar -> scalar.kind() == Kind.NOTHING ? "null" : shortened(scalar.text());
            case Items list -> "a list of " + list.items().size();
            case Entries map ->
                "a map with " + shortened(String.join(", ", map.entries().keySet()));
        };
    }

    private static String shortened(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(60).forEach(point -> {
            if (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT) {
                shown.append(String.format("\\u%04x", point));
            } else {
                shown.appendCodePoint(point);
            }
        });
        return text.codePointCount(0, text.length()) > 60 ? shown + "..." : shown.toString();
    }
}
