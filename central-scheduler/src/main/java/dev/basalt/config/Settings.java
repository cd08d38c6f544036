package dev.basalt.config;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Settings by key, read one by one; remembers every mistake, so that all of them can be told together. */
final class Settings {
    /** So many unknown keys are named one by one. */
    private static final int MOST_STRANGERS = 20;

    private final SortedMap<String, Setting> given;
    private final List<String> mistakes = new ArrayList<>();
    private final TreeSet<String> known = new TreeSet<>();

    /** @param given values by key, with where each comes from */
    Settings(Map<String, Setting> given) {
        this.given = new TreeMap<>(given);
    }

    /**
     * A value as it was given.
     *
     * @param value text
     * @param source where it is from, for example {@code --config basalt.yaml}
     */
    record Setting(String value, String source) {}

    /**
     * The value of a key, or {@code otherwise} where it is not given or wrong. A parser says what is wrong by throwing.
     */
    <T> T read(String key, T otherwise, Function<String, T> parser) {
        known.add(key);
        Setting setting = given.get(key);
        if (setting == null) {
            return otherwise;
        }
        try {
            return parser.apply(setting.value());
        } catch (IllegalArgumentException wrong) {
            mistakes.add(key + " (" + setting.source() + "): " + wrong.getMessage());
            return otherwise;
        }
    }

    /** A whole number within a range, both ends allowed. */
    long readLong(String key, long otherwise, long least, long most) {
        return read(key, otherwise, text -> wholeNumber(text, least, most));
    }

    /** As {@link #readLong}, for what counts fewer things. */
    int readInt(String key, int otherwise, int least, int most) {
        return (int) readLong(key, otherwise, least, most);
    }

    boolean readBoolean(String key, boolean otherwise) {
        return read(key, otherwise, text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("'" + ConfigFile.shown(text) + "' is neither true nor false.");
        });
    }

    /** Something is wrong that is not one key's value. */
    void mistake(String sentence) {
        mistakes.add(sentence);
    }

    /** @throws ConfigException with every mistake met while reading, and every key that nothing read */
    void finish() throws ConfigException {
        List<Map.Entry<String, Setting>> strangers = given.entrySet().stream()
                .filter(entry -> !known.contains(entry.getKey()))
                .toList();
        for (Map.Entry<String, Setting> entry : strangers.subList(0, Math.min(MOST_STRANGERS, strangers.size()))) {
            String key = ConfigFile.shown(entry.getKey());
            mistakes.add(key + " (" + entry.getValue().source() + ") is not a setting. Maybe " + nearest(key)
                    + " is meant.");
        }
        if (strangers.size() > MOST_STRANGERS) {
            mistakes.add(
                    (strangers.size() - MOST_STRANGERS) + " more keys are not settings. Maybe another file is meant.");
        }
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes);
        }
    }

    /** The known key that takes the fewest edits to reach. */
    String nearest(String key) {
        String best = known.first();
        int bestEdits = Integer.MAX_VALUE;
        for (String candidate : known) {
            int edits = edits(key, candidate);
            if (edits < bestEdits) {
                bestEdits = edits;
                best = candidate;
            }
        }
        return best;
    }

    private static long wholeNumber(String text, long least, long most) {
        if (!text.matches("[+-]?\\d+")) {
            throw new IllegalArgumentException("'" + ConfigFile.shown(text) + "' is not a whole number.");
        }
        BigInteger number = new BigInteger(text);
        if (number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    ConfigFile.shown(text) + " is too large, at most " + most + ". Maybe a unit was mixed up.");
        }
        if (number.compareTo(BigInteger.valueOf(least)) < 0) {
            throw new IllegalArgumentException(
                    ConfigFile.shown(text) + " is too small, at least " + least + ". Maybe a unit was mixed up.");
        }
        return number.longValueExact();
    }

    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
                current[column] =
                        Math.min(above[column - 1] + change, Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
