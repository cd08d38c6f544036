package dev.basalt.kube.fault;

import tools.jackson.databind.JsonNode;

/**
 * One event of a watch as it comes from the API server.
 *
 * @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
 * @param object as it was at that moment
 */
public record WatchEvent(String type, JsonNode object) {
    public String name() {
        return object.path("metadata").path("name").asString("");
    }

    public String namespace() {
        return object.path("metadata").path("namespace").asString("");
    }

    /** Whether it tells of that object, whatever happened to it. */
    public boolean isOf(String wantedNamespace, String wantedName) {
        return name().equals(wantedName) && namespace().equals(wantedNamespace);
    }
}
