package dev.basalt.manifest;

import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who an object is.
 *
 * @param kind kind of the object
 * @param namespace namespace; empty for objects of the whole cluster
 * @param name its name
 * @param uid its UID
 * @param road who makes pods run
 */
record Header(String kind, String namespace, String name, String uid, Road road) {
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9]{0,63}");
    private static final int MAX_NAME = 253;

    /** Reads {@code metadata}; null when it names no object. */
    static @Nullable Header read(Field object, String kind, boolean clusterWide, ReadOptions options) {
        Field metadata = object.at("metadata");
        Field nameField = metadata.at("name");
        String name = nameField.text("");
        if (name.isEmpty()) {
            nameField.error(
                    metadata.at("generateName").present()
                            ? "is missing; generateName alone is not handled"
                            : "is missing",
                    "give the " + kind + " a name");
            return null;
        }
        if (name.length() > MAX_NAME || !SUBDOMAIN.matcher(name).matches()) {
            nameField.error(
                    "is no object name", "use a-z, 0-9, '-' and '.', beginning and ending with a letter or digit");
            return null;
        }
        String namespace = clusterWide ? "" : metadata.at("namespace").text(options.defaultNamespace());
        if (!clusterWide && !isLabel(namespace)) {
            metadata.at("namespace").error("is no namespace", "use up to 63 of a-z, 0-9 and '-'");
            return null;
        }
        String uid = metadata.at("uid").text("");
        if (!uid.isEmpty() && !UID.matcher(uid).matches()) {
            metadata.at("uid").error("is no UID", "remove it; it is made when it is missing");
            return null;
        }
        String own = uid.isEmpty() ? options.uids().uid(kind, namespace, name) : uid;
        return new Header(kind, namespace, name, own, options.road());
    }

    /** True for what may be a part of a host name. */
    static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    /** The object in findings. */
    static String title(Field object, ReadOptions options) {
        String kind = object.at("kind").text("object");
        Field metadata = object.at("metadata");
        Field name = metadata.at("name");
        if (!name.present()) {
            return kind + " without a name";
        }
        boolean clusterWide = kind.equals("Queue") || kind.equals("PriorityClass");
        String namespace = clusterWide ? "" : metadata.at("namespace").text(options.defaultNamespace()) + "/";
        return kind + " " + namespace + name.shown();
    }
}
