package dev.basalt.config;

import dev.basalt.config.Settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Gathers settings from flags and from the file that {@code --config} names; a flag goes over the file. */
final class SettingSources {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private SettingSources() {}

    /**
     * Reads {@code --key value} and {@code --key=value}, and the file of {@code --config}.
     *
     * @throws ConfigException when a flag has no value, or the file cannot be read as YAML
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
        JsonNode root;
        try {
            root = YAML.readTree(Files.readString(file));
        } catch (IOException unreadable) {
            mistakes.add("--config " + file + " cannot be read: " + unreadable.getMessage()
                    + ". Maybe check the path and its permissions.");
            return;
        } catch (JacksonException notYaml) {
            mistakes.add("--config " + file + " is not YAML: " + notYaml.getOriginalMessage());
            return;
        }
        if (root.isObject()) {
            flatten("", root, "--config " + file, all);
        } else if (!root.isMissingNode() && !root.isNull()) {
            mistakes.add("--config " + file + " holds " + root.getNodeType() + " where settings by key should be.");
        }
    }

    private static void flatten(String prefix, JsonNode node, String source, Map<String, Setting> all) {
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            String key = prefix + property.getKey();
            JsonNode value = property.getValue();
            if (value.isObject()) {
                flatten(key + ".", value, source, all);
            } else {
                all.put(key, new Setting(value.isValueNode() ? value.asString() : value.toString(), source));
            }
        }
    }
}
