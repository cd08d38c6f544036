package dev.basalt.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the file of settings that {@code --config} names; what is wrong with it as a whole becomes one sentence. */
final class ConfigFile {
    /** No file of settings comes near; the YAML reader takes minutes over values of some megabytes. */
    private static final long MOST_BYTES = 256 << 10;

    private static final int MOST_SHOWN = 80;

    private static final Pattern PLACE = Pattern.compile("\\n in [^\\n]*line (\\d+), column");

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ConfigFile() {}

    /** Its settings by key, in {@code root}, or else the {@code mistake}. */
    sealed interface Reading {
        record Keys(JsonNode root) implements Reading {}

        record Mistake(String sentence) implements Reading {}
    }

    /** An empty file has no keys. */
    static Reading read(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > MOST_BYTES) {
                return mistake(
                        file,
                        "has " + bytes + " bytes, more than the " + MOST_BYTES
                                + " that a file of settings may have. Maybe another file is meant.");
            }
            return keys(file, YAML.readTree(Files.readString(file)));
        } catch (CharacterCodingException binary) {
            return mistake(file, "is not text in UTF-8. Maybe another file is meant.");
        } catch (NoSuchFileException missing) {
            return mistake(file, "is not there. Maybe check the path.");
        } catch (IOException unreadable) {
            return mistake(
                    file, "cannot be read: " + unreadable.getMessage() + ". Maybe check the path and its permissions.");
        } catch (StreamConstraintsException deep) {
            return mistake(file, "is nested deeper than settings are. Maybe look at its brackets and indentation.");
        } catch (MismatchedInputException more) {
            return mistake(file, "holds more than one document. Maybe remove what comes after '---'.");
        } catch (JacksonException wrong) {
            return mistake(file, "is not YAML: " + oneLine(wrong) + ". Maybe look at that line.");
        }
    }

    /** A value as it is told in a mistake: long ones only in part. */
    static String shown(String value) {
        return value.length() <= MOST_SHOWN
                ? value
                : value.substring(0, MOST_SHOWN) + "... (" + value.length() + " characters)";
    }

    private static Reading keys(Path file, JsonNode root) {
        if (root.isObject()) {
            return new Reading.Keys(root);
        }
        if (root.isMissingNode() || root.isNull()) {
            return new Reading.Keys(YAML.createObjectNode());
        }
        return mistake(
                file,
                "holds '" + shown(root.toString())
                        + "' where keys and values should be, such as 'state-dir: /var/lib/basalt'.");
    }

    private static Reading mistake(Path file, String rest) {
        return new Reading.Mistake("--config " + file + " " + rest);
    }

    /** The YAML reader's sentence without the picture below it, and the line that it points at. */
    private static String oneLine(JacksonException wrong) {
        String text = wrong.getOriginalMessage();
        Matcher place = PLACE.matcher(text);
        boolean isPlaced = place.find();
        String line =
                isPlaced ? place.group(1) : String.valueOf(wrong.getLocation().getLineNr());
        String sentence = isPlaced ? text.substring(0, place.start()) : text;
        return "line " + line + ": " + sentence.strip().replaceAll("\\s+", " ");
    }
}
