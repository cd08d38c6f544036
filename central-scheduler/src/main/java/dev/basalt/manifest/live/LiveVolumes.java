package dev.basalt.manifest.live;

import dev.basalt.manifest.pod.NodeRules;
import dev.basalt.manifest.text.Field;

/** Reads {@code v1 PersistentVolumeClaim} and {@code v1 PersistentVolume}. */
final class LiveVolumes {
    private LiveVolumes() {}

    /** A claim that lost its volume is bound to none. */
    static LiveClaim claim(Field object, LiveMeta meta) {
        boolean bound = object.at("status").at("phase").text("").equals("Bound");
        return new LiveClaim(meta, bound ? object.at("spec").at("volumeName").text("") : "");
    }

    static LiveVolume volume(Field object, LiveMeta meta) {
        return new LiveVolume(
                meta, NodeRules.required(object.at("spec").at("nodeAffinity").at("required")));
    }
}
