package dev.basalt.manifest;

import dev.basalt.core.model.MemberGroup;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields that several kinds share. */
public final class Common {
    /** Most members a gang may have. */
    public static final int MAX_MEMBERS = 100_000;

    private static final String RUN_TIME = "basalt.dev/run-time";
    private static final String CHECKPOINT_TIME = "basalt.dev/checkpoint-time";

    private Common() {}

    /** Declared run time from the annotation, else from a field of its kind; 0 when neither says it. */
    public static long runMillis(Field object, @Nullable Field ofKind) {
        long declared = ofKind == null ? 0 : ofKind.durationMillis(0);
        return object.at("metadata").at("annotations").at(RUN_TIME).durationMillis(declared);
    }

    public static long checkpointMillis(Field object) {
        return object.at("metadata").at("annotations").at(CHECKPOINT_TIME).durationMillis(0);
    }

    /** The scheduler asked for; in standalone mode there is only one, whatever its name. */
    static String schedulerName(Field field, String fallback, Road road) {
        String name = field.text(fallback);
        if (road == Road.STANDALONE && !List.of("volcano", "basalt", "").contains(name)) {
            field.warn("names another scheduler, and here is only one", "basalt", "remove the line");
        }
        return name.isEmpty() ? fallback : name;
    }

    /** {@code networkTopology}; null when absent. */
    public static MemberGroup.@Nullable Topology topology(Field field) {
        if (!field.present()) {
            return null;
        }
        String mode = field.at("mode").text("hard");
        if (!mode.equals("hard") && !mode.equals("soft")) {
            field.at("mode").error("is no mode", "write hard or soft");
            return null;
        }
        String name = field.at("highestTierName").text("");
        Field tier = field.at("highestTierAllowed");
        if (!name.isEmpty() && tier.present()) {
            tier.error("stands beside highestTierName", "keep one of the two");
            return null;
        }
        if (name.isEmpty() && !tier.present()) {
            field.warn("names no tier", "any tier", "add highestTierAllowed");
            return null;
        }
        return new MemberGroup.Topology(name.isEmpty() ? "tier-" + tier.whole(1, 0, 1_000) : name, mode.equals("hard"));
    }

    /** Warns of fields that are read and have no influence yet. */
    static void notActedOn(Field parent, String... names) {
        for (String name : names) {
            if (parent.at(name).present()) {
                parent.at(name).warn("is not acted on yet", "if it were not there", "remove it if you do not need it");
            }
        }
    }
}
