package dev.basalt.manifest.live;

import dev.basalt.manifest.text.Field;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Who an object is.
 *
 * @param namespace namespace; empty for objects of the whole cluster
 * @param resourceVersion version of this state of the object; higher is newer
 * @param createdAtSeconds Unix time of its creation; 0 when it does not say
 * @param terminating true once it was asked to go
 */
public record LiveMeta(
        String uid, String namespace, String name, long resourceVersion, long createdAtSeconds, boolean terminating) {

    /** How people name it: {@code namespace/name}, or the name alone. */
    public String title() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /** Reads {@code metadata}. What is missing is empty: only an API server writes it. */
    static LiveMeta read(Field object) {
        Field metadata = object.at("metadata");
        return new LiveMeta(
                metadata.at("uid").text(""),
                metadata.at("namespace").text(""),
                metadata.at("name").text(""),
                version(metadata.at("resourceVersion").text("")),
                seconds(metadata.at("creationTimestamp").text("")),
                metadata.at("deletionTimestamp").present());
    }

    /** A resource version as a number, which it is on every API server since etcd 3; 0 for anything else. */
    public static long version(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    private static long seconds(String time) {
        try {
            return time.isEmpty() ? 0 : Instant.parse(time).getEpochSecond();
        } catch (DateTimeException unreadable) {
            return 0;
        }
    }
}
