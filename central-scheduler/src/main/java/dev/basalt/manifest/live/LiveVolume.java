package dev.basalt.manifest.live;

import dev.basalt.core.model.PodTemplate.NodeTerm;
import java.util.List;

/**
 * Storage (PersistentVolume).
 *
 * @param terms nodes from which it can be reached: one term must match wholly; empty means all
 */
public record LiveVolume(LiveMeta meta, List<NodeTerm> terms) {
    public LiveVolume {
        terms = List.copyOf(terms);
    }
}
