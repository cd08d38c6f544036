package dev.basalt.config;

import dev.basalt.config.Settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Gathers settings from flags and from the file that {@code --config} names; a flag goes over the file. */
final class SettingSources {
    private SettingSources() {}

    /**
     * Reads {@code --key value} and {@code --key=value}, and the file of {@code --config}.
     *
     * @throws ConfigException when a flag has no value, or the file is wrong as a whole
     */
    static Map<String, Setting> from(List<String> arguments) throws ConfigException {
        List<String> mistakes = new ArrayList<>();
        Map<String, Setting> flags = flags(arguments, mistakes);
        Setting config = flags.remove("config");
        TreeMap<String, Setting> all = new TreeMap<>();
        if (config != null) {
            addFile(Path.of(config.value()), all, mistakes);
        }
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes);
        }
        all.putAll(flags);
        return all;
    }

    private static Map<String, Setting> flags(List<String> arguments, List<String> mistakes) {
        TreeMap<String, Setting> flags = new TreeMap<>();
        Iterator<String> each = arguments.iterator();
        while (each.hasNext()) {
            String argument = each.next();
            if (!argument.startsWith("--")) {
                mistakes.add("'" + argument + "' is not a flag. Maybe write --key value, for example --state-dir DIR.");
                continue;
            }
            int equals = argument.indexOf('=');
            String key = equals < 0 ? argument.substring(2) : argument.substring(2, equals);
            if (equals < 0 && !each.hasNext()) {
                mistakes.add(argument + " has no value. Maybe write " + argument + " VALUE.");
                continue;
            }
            String value = equals < 0 ? each.next() : argument.substring(equals + 1);
            if (flags.put(key, new Setting(value, "--" + key)) != null) {
                mistakes.add("--" + key + " is given twice. Maybe remove one.");
            }
        }
        return flags;
    }

    private static void addFile(Path file, Map<String, Setting> all, List<String> mistakes) {
        switch (ConfigFile.read(file)) {
            case ConfigFile.Reading.Mistake mistake -> mistakes.add(mistake.sentence());
            case ConfigFile.Reading.Keys keys -> flatten("", keys.root(), "--config " + file, all, mistakes);
        }
    }

    private static void flatten(
            String prefix, JsonNode node, String source, Map<String, Setting> all, List<String> mistakes) {
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            String key = prefix + property.getKey();
            JsonNode value = property.getValue();
            if (value.isObject()) {
                flatten(key + ".", value, source, all, mistakes);
            } else if (isPlainList(value)) {
                add(key, joined(value), source, all, mistakes);
            } else if (!value.isValueNode() || value.isNull()) {
                mistakes.add(key + " (" + source + "): '" + ConfigFile.shown(value.toString())
                        + "' is not a single value. Maybe write one, or remove the key.");
            } else {
                add(key, value.asString(), source, all, mistakes);
            }
        }
    }

    private static void add(String key, String value, String source, Map<String, Setting> all, List<String> mistakes) {
        if (all.put(key, new Setting(value, source)) != null) {
            mistakes.add(key + " (" + source + ") is given twice. Maybe remove one.");
        }
    }

    /** A list of single values is as good as these with commas between. */
    private static boolean isPlainList(JsonNode value) {
        return value.isArray()
                && !value.isEmpty()
                && value.valueStream().allMatch(each -> each.isValueNode() && !each.isNull());
    }

    private static String joined(JsonNode list) {
        return String.join(",", list.valueStream().map(JsonNode::asString).toList());
    }
}
