package dev.basalt.manifest.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One YAML 1.2 or JSON document as a {@link Value}. Text from strangers: size, depth, aliases and the number of nodes
 * after aliases are limited, and a key may not be written twice.
 */
public final class YamlText {
    /** Largest text that is read, in bytes; API servers take 3 MiB. */
    public static final int MAX_TEXT_BYTES = 3 * 1024 * 1024;
    /** What is wrong with a text that is larger. */
    public static final String TOO_LONG = "is larger than " + (MAX_TEXT_BYTES >> 20) + " MiB";
    /** What to do about it, after the word "Maybe". */
    public static final String TOO_LONG_HINT = "split it into several files";
    /** Deepest nesting that is read. */
    static final int MAX_DEPTH = 60;

    private static final int MAX_ALIASES = 50;
    private static final int MAX_NODES = 300_000;
    private static final Pattern DOCUMENT_START = Pattern.compile("---(\\s.*)?");
    private static final Pattern NOT_CONTENT = Pattern.compile("\\s*|\\s*#.*|%.*|\\.\\.\\.\\s*|---\\s*");

    private final int firstLine;
    private int nodeCount;

    private YamlText(int firstLine) {
        this.firstLine = firstLine;
    }

    /**
     * A document before it is parsed.
     *
     * @param text its text
     * @param firstLine line of its first line in the whole text, from 1
     */
    public record Part(String text, int firstLine) {}

    /** Cuts a stream at its document markers, so that one broken document harms no other. Empty parts are left out. */
    public static List<Part> split(String text) {
        List<Part> parts = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int firstLine = 1;
        int line = 0;
        boolean content = false;
        for (String each : (Iterable<String>) text.lines()::iterator) {
            line++;
            if (DOCUMENT_START.matcher(each).matches()) {
                if (content) {
                    parts.add(new Part(current.toString(), firstLine));
                }
                current.setLength(0);
                firstLine = line;
                content = false;
            }
            content |= !NOT_CONTENT.matcher(each).matches();
            current.append(each).append('\n');
        }
        if (content) {
            parts.add(new Part(current.toString(), firstLine));
        }
        return parts;
    }

    /** Reads one document; null when it holds nothing. */
    public static @Nullable Value parse(Part part) throws BrokenText {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(MAX_TEXT_BYTES)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .build();
        String start = part.text().stripLeading();
        // JSON allows tabs between tokens and never inside strings; YAML does not.
        String text =
                start.startsWith("{") || start.startsWith("[") ? part.text().replace('\t', ' ') : part.text();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            return root.isEmpty() ? null : new YamlText(part.firstLine()).value(root.get(), 0);
        } catch (MarkedYamlEngineException broken) {
            int line = broken.getProblemMark()
                    .map(mark -> mark.getLine() + part.firstLine())
                    .orElse(0);
            throw new BrokenText(line, "is not YAML: " + broken.getProblem(), "check the indentation and quotes there");
        } catch (YamlEngineException broken) {
            throw new BrokenText(0, "is not YAML: " + firstLine(broken), "write it without that");
        } catch (StackOverflowError deep) {
            throw tooDeep(0);
        }
    }

    private static String firstLine(YamlEngineException broken) {
        String message = broken.getMessage();
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }

    private Value value(Node node, int depth) throws BrokenText {
        int line = line(node);
        if (depth > MAX_DEPTH) {
            throw tooDeep(line);
        }
        if (++nodeCount > MAX_NODES) {
            throw new BrokenText(
                    line,
                    "holds more than " + MAX_NODES + " values once its aliases are followed",
                    "write fewer aliases (*name), or split it");
        }
        return switch (node) {
            case ScalarNode scalar -> new Value.Scalar(scalar.getValue(), kind(scalar), line);
            case SequenceNode list -> {
                List<Value> items = new ArrayList<>();
                for (Node item : list.getValue()) {
                    items.add(value(item, depth + 1));
                }
                yield new Value.Items(items, line);
            }
            case MappingNode map -> entries(map, depth, line);
            default -> throw new BrokenText(line, "holds an unknown kind of node", "write plain YAML");
        };
    }

    private static BrokenText tooDeep(int line) {
        return new BrokenText(line, "is nested deeper than " + MAX_DEPTH + " levels", "remove the superfluous levels");
    }

    private Value entries(MappingNode map, int depth, int line) throws BrokenText {
        Map<String, Value> entries = new LinkedHashMap<>();
        Map<String, Value> merged = new LinkedHashMap<>();
        for (NodeTuple tuple : map.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new BrokenText(line(tuple.getKeyNode()), "has a list or map as a key", "use plain text as keys");
            }
            Value value = value(tuple.getValueNode(), depth + 1);
            if (key.getValue().equals("<<") && key.isPlain()) {
                merge(value, merged);
            } else if (entries.put(key.getValue(), value) != null) {
                throw new BrokenText(
                        line(key), "has the key '" + key.getValue() + "' twice in one map", "remove one of the two");
            }
        }
        merged.forEach(entries::putIfAbsent);
        return new Value.Entries(entries, line);
    }

    private static void merge(Value source, Map<String, Value> merged) throws BrokenText {
        switch (source) {
            case Value.Entries map -> map.entries().forEach(merged::putIfAbsent);
            case Value.Items list -> {
                for (Value item : list.items()) {
                    merge(item, merged);
                }
            }
            case Value.Scalar scalar ->
                throw new BrokenText(scalar.line(), "merges (<<) something that is no map", "merge an alias of a map");
        }
    }

    private int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine()).orElse(0) + firstLine;
    }

    private static Value.Kind kind(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.INT)) {
            return Value.Kind.INTEGER;
        }
        if (tag.equals(Tag.FLOAT)) {
            return Value.Kind.DECIMAL;
        }
        if (tag.equals(Tag.BOOL)) {
            return Value.Kind.FLAG;
        }
        return tag.equals(Tag.NULL) ? Value.Kind.NOTHING : Value.Kind.TEXT;
    }
}
