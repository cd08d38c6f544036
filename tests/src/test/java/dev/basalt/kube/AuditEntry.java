package dev.basalt.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One request as the API server wrote it down once it was answered. A watch is written down when it begins and when it
 * ends.
 *
 * @param user as roles name it: {@code system:serviceaccount:NAMESPACE:NAME} for a service account
 * @param verb as roles name it
 * @param group of the API; empty for the core
 * @param resource plural, with {@code /subresource} where one was meant, as roles name it; empty when the request was
 *     for a path such as {@code /version}
 * @param namespace empty when none was named
 * @param name of the object; empty for a collection
 * @param code HTTP status of the answer
 */
public record AuditEntry(
        String user, String verb, String group, String resource, String namespace, String name, int code) {
    private static final JsonMapper JSON = new JsonMapper();

    /** All that is in the log by now; a last line that is being written is left out. */
    static List<AuditEntry> read(Path log) {
        try {
            String text = Files.readString(log);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> of(JSON.readTree(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read " + log + ". Maybe start with ControlPlaneOptions.withAudit", e);
        }
    }

    private static AuditEntry of(JsonNode event) {
        JsonNode object = event.path("objectRef");
        String subresource = text(object, "subresource");
        return new AuditEntry(
                text(event.path("user"), "username"),
                text(event, "verb"),
                text(object, "apiGroup"),
                text(object, "resource") + (subresource.isEmpty() ? "" : "/" + subresource),
                text(object, "namespace"),
                text(object, "name"),
                event.path("responseStatus").path("code").asInt(0));
    }

    private static String text(JsonNode parent, String field) {
        return parent.path(field).asString("");
    }
}
