package dev.basalt.agent.config;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Values by key from flags, and below them a YAML file of one level. Collects mistakes instead of stopping at the
 * first.
 */
final class Settings {
    private static final String CONFIG = "config";

    /** So many unknown keys are named one by one. */
    private static final int MOST_STRANGERS = 20;

    /** Turns a text into a value; the exception's message says what is wanted. */
    interface Parser<T> {
        T parse(String text);
    }

    private final SortedMap<String, String> values = new TreeMap<>();
    private final SortedMap<String, String> sources = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, String>> maps = new TreeMap<>();
    private final TreeSet<String> known = new TreeSet<>();
    private final List<String> mistakes = new ArrayList<>();

    /**
     * Reads flags ({@code --key value} or {@code --key=value}) and the file that {@code --config} names.
     *
     * @param mapKeys keys whose values are maps: {@code --key name=value}, any number of times
     */
    Settings(List<String> arguments, List<String> mapKeys) {
        mapKeys.forEach(key -> maps.put(key, new TreeMap<>()));
        var flags = new TreeMap<String, String>();
        var flagMaps = new TreeMap<String, SortedMap<String, String>>();
        readFlags(arguments, flags, flagMaps);
        String file = flags.remove(CONFIG);
        if (file != null) {
            readFile(Path.of(file));
        }
        flags.forEach((key, value) -> put(key, value, "--" + key));
        flagMaps.forEach((key, entries) ->
                maps.computeIfAbsent(key, ignored -> new TreeMap<>()).putAll(entries));
    }

    private void readFlags(
            List<String> arguments, Map<String, String> flags, Map<String, SortedMap<String, String>> flagMaps) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (!word.startsWith("--")) {
                mistakes.add("'" + word + "' is not a flag. Maybe '--" + word + "' was meant");
                continue;
            }
            int equals = word.indexOf('=');
            String key = equals < 0 ? word.substring(2) : word.substring(2, equals);
            if (equals < 0 && i + 1 == arguments.size()) {
                mistakes.add("--" + key + " needs a value");
                continue;
            }
            String value = equals < 0 ? arguments.get(++i) : word.substring(equals + 1);
            if (maps.containsKey(key)) {
                addEntry(key, value, flagMaps.computeIfAbsent(key, ignored -> new TreeMap<>()));
            } else if (flags.put(key, value) != null) {
                mistakes.add("--" + key + " is given twice");
            }
        }
    }

    private void addEntry(String key, String value, Map<String, String> entries) {
        int equals = value.indexOf('=');
        if (equals <= 0) {
            mistakes.add("--" + key + " must look like name=value, have '" + value + "'");
        } else {
            entries.put(value.substring(0, equals), value.substring(equals + 1));
        }
    }

    private void readFile(Path file) {
        switch (ConfigFile.read(file)) {
            case ConfigFile.Reading.Mistake mistake -> mistakes.add(mistake.sentence());
            case ConfigFile.Reading.Keys keys ->
                keys.root().properties().forEach(entry -> readEntry(file, entry.getKey(), entry.getValue()));
        }
    }

    private void readEntry(Path file, String key, JsonNode value) {
        SortedMap<String, String> map = maps.get(key);
        if (map != null && value.isObject()) {
            value.properties().forEach(entry -> readEntryOfMap(file, key, entry.getKey(), entry.getValue(), map));
        } else if (map != null) {
            mistakes.add(
                    key + " in " + file + " must hold names and values, have " + ConfigFile.shown(value.toString()));
        } else if (value.isValueNode() && !value.isNull()) {
            put(key, value.asString(), key + " in " + file);
        } else {
            mistakes.add(key + " in " + file + " must be a single value, have " + ConfigFile.shown(value.toString()));
        }
    }

    private void readEntryOfMap(Path file, String key, String name, JsonNode value, Map<String, String> map) {
        if (name.isBlank() || !value.isValueNode() || value.isNull()) {
            mistakes.add(key + "." + name + " in " + file + " must be a name with a single value, have "
                    + ConfigFile.shown(value.toString()));
        } else {
            map.put(name, value.asString());
        }
    }

    private void put(String key, String value, String source) {
        values.put(key, value);
        sources.put(key, source);
    }

    /** The value of a key, or what stands in when it is not set. */
    <T> T read(String key, T fallback, Parser<T> parser) {
        return read(key, parser).orElse(fallback);
    }

    /** The value of a key; empty when it is not set, or wrong. */
    <T> Optional<T> read(String key, Parser<T> parser) {
        known.add(key);
        String text = values.get(key);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(parser.parse(text));
        } catch (IllegalArgumentException wrong) {
            mistakes.add(sources.get(key) + " " + wrong.getMessage() + ", have '" + ConfigFile.shown(text) + "'");
            return Optional.empty();
        }
    }

    /** The value of a key that must be set; the stand-in lets reading go on. */
    <T> T require(String key, T standIn, String advice, Parser<T> parser) {
        if (!values.containsKey(key)) {
            mistakes.add(key + " is missing. Maybe set " + advice);
        }
        return read(key, standIn, parser);
    }

    /** The entries of a map. */
    SortedMap<String, String> readMap(String key) {
        known.add(key);
        return maps.getOrDefault(key, new TreeMap<>());
    }

    void mistake(String sentence) {
        mistakes.add(sentence);
    }

    /** All mistakes, unknown keys among them; to be asked for when everything was read. */
    List<String> mistakes() {
        var all = new ArrayList<>(mistakes);
        List<String> strangers =
                values.keySet().stream().filter(key -> !known.contains(key)).toList();
        for (String key : strangers.subList(0, Math.min(MOST_STRANGERS, strangers.size()))) {
            all.add(sources.get(key) + " is not a setting. Maybe one of " + String.join(", ", known));
        }
        if (strangers.size() > MOST_STRANGERS) {
            all.add((strangers.size() - MOST_STRANGERS) + " more keys are not settings. Maybe another file is meant");
        }
        return all;
    }

    static Parser<Long> between(long least, long most) {
        return text -> {
            if (!text.strip().matches("[+-]?\\d+")) {
                throw new IllegalArgumentException("must be a whole number");
            }
            BigInteger value = new BigInteger(text.strip());
            if (value.compareTo(BigInteger.valueOf(most)) > 0) {
                throw new IllegalArgumentException("is too large, must be at most " + most);
            }
            if (value.compareTo(BigInteger.valueOf(least)) < 0) {
                throw new IllegalArgumentException("is too small, must be at least " + least);
            }
            return value.longValueExact();
        };
    }

    static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }

    static String notEmpty(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("must not be empty");
        }
        return text.strip();
    }
}
