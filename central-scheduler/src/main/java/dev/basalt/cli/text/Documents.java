package dev.basalt.cli.text;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Messages of the API as JSON and YAML, with the field names of the {@code .proto} files. */
public final class Documents {
    private static final JsonFormat.Printer PRINTER =
            JsonFormat.printer().preservingProtoFieldNames().omittingInsignificantWhitespace();
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .build();

    private Documents() {}

    /** One message as a tree. */
    public static JsonNode tree(Message message) {
        try {
            return JSON.readTree(PRINTER.print(message));
        } catch (InvalidProtocolBufferException bug) {
            throw new IllegalStateException(
                    "a " + message.getDescriptorForType().getFullName() + " has no JSON form", bug);
        }
    }

    /** One message alone, several as {@code {"items": [...]}}. */
    public static JsonNode tree(List<? extends Message> messages, boolean alone) {
        if (alone && messages.size() == 1) {
            return tree(messages.getFirst());
        }
        ObjectNode list = JSON.createObjectNode();
        ArrayNode items = list.putArray("items");
        messages.forEach(message -> items.add(tree(message)));
        return list;
    }

    public static String json(JsonNode tree) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    }

    /** One line. */
    public static String compactJson(JsonNode tree) {
        return JSON.writeValueAsString(tree);
    }

    public static String yaml(JsonNode tree) {
        return YAML.writeValueAsString(tree).stripTrailing();
    }
}
