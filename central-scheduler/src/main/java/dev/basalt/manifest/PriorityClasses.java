package dev.basalt.manifest;

import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Shape;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code scheduling.k8s.io/v1 PriorityClass}. */
final class PriorityClasses {
    private static final int MAX_USER_VALUE = 1_000_000_000; // Kubernetes: HighestUserDefinablePriority

    private PriorityClasses() {}

    static @Nullable Translated read(Field object, Header header) {
        Shape.check(object, PriorityClass.class);
        Field valueField = object.at("value");
        if (!valueField.present()) {
            valueField.error("is missing", "write a number, higher for more important");
        }
        int value = valueField.whole(0, Integer.MIN_VALUE, MAX_USER_VALUE);
        boolean globalDefault = object.at("globalDefault").flag(false);
        String preemption = object.at("preemptionPolicy").text("PreemptLowerPriority");
        if (!List.of("PreemptLowerPriority", "Never").contains(preemption)) {
            object.at("preemptionPolicy").error("is no policy", "write PreemptLowerPriority or Never");
        }
        return object.findings().refused()
                ? null
                : new Translated.PriorityClassObject(header.name(), value, globalDefault);
    }
}
