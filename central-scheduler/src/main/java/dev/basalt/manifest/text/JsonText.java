package dev.basalt.manifest.text;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as an API server sends it, as a {@link Value}. It reads from a parser that stands at the beginning of a value,
 * so that one document can be read piece by piece; lines are not kept.
 */
public final class JsonText {
    /** Deepest nesting that is kept; what lies deeper is read as nothing. No field that matters is half as deep. */
    static final int MAX_DEPTH = 60;
    /** Who wrote which field: half of an object's text, and of no use here. */
    private static final String MANAGED_FIELDS = "managedFields";

    /** As deep as an API server lets objects be (10,000), so that no object can break the list it is in. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(20_000).build())
            .build();

    private JsonText() {}

    /** A parser that stands before the first value. */
    public static JsonParser parser(InputStream text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /**
     * The value at which the parser stands; it then stands at the end of it.
     *
     * @throws tools.jackson.core.JacksonException when the text is no JSON or ends too early
     */
    public static Value value(JsonParser parser) {
        return value(parser, 0);
    }

    private static Value value(JsonParser parser, int depth) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            if (depth == MAX_DEPTH) {
                parser.skipChildren();
                return scalar("null", Value.Kind.NOTHING);
            }
            return token == JsonToken.START_OBJECT ? entries(parser, depth) : items(parser, depth);
        }
        return switch (token) {
            case VALUE_STRING -> scalar(parser.getString(), Value.Kind.TEXT);
            case VALUE_NUMBER_INT -> scalar(parser.getString(), Value.Kind.INTEGER);
            case VALUE_NUMBER_FLOAT -> scalar(parser.getString(), Value.Kind.DECIMAL);
            case VALUE_TRUE -> scalar("true", Value.Kind.FLAG);
            case VALUE_FALSE -> scalar("false", Value.Kind.FLAG);
            default -> scalar("null", Value.Kind.NOTHING);
        };
    }

    private static Value.Scalar scalar(String text, Value.Kind kind) {
        return new Value.Scalar(text, kind, 0);
    }

    private static Value entries(JsonParser parser, int depth) {
        Map<String, Value> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (key.equals(MANAGED_FIELDS)) {
                parser.skipChildren();
            } else {
                entries.put(key, value(parser, depth + 1));
            }
        }
        return new Value.Entries(entries, 0);
    }

    private static Value items(JsonParser parser, int depth) {
        List<Value> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, depth + 1));
        }
        return new Value.Items(items, 0);
    }
}
