package dev.basalt.admin;

import dev.basalt.admin.query.AdminErrors;
import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.model.Gang;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds jobs by name. Where one that is being deleted and a new one share a name, the new one is meant. */
final class JobLookup {
    private JobLookup() {}

    static @Nullable GangView find(PublishedView view, String namespace, String name) {
        GangView found = null;
        for (GangView gang : view.gangs()) {
            Gang spec = gang.spec().gang();
            boolean fits = spec.name().equals(name) && spec.namespace().equals(namespace);
            if (fits && (found == null || found.spec().deleting())) {
                found = gang;
            }
        }
        return found;
    }

    /** The job of a resource name; NOT_FOUND when there is none. */
    static GangView require(PublishedView view, String resourceName) {
        List<String> parts = ResourceNames.parts("name", resourceName, "namespaces/*/jobs/*");
        GangView found = find(view, parts.get(0), parts.get(1));
        if (found == null) {
            throw AdminErrors.notFound(
                    resourceName, "Maybe it has another namespace; 'basalt get jobs' lists those of all.");
        }
        return found;
    }
}
