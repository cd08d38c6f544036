package dev.basalt.manifest.live;

import dev.basalt.manifest.text.Field;
import java.util.List;

/**
 * What a pod may ask of its scheduler and this one does not know yet. A pod that asks it is refused and stays unbound,
 * because a bind that ignores it could put the pod where it must not run. Whoever teaches the core one of these takes
 * its line out of {@link #ALL}. Preferences are not in it: a pod may run where they are not met.
 */
final class Unsupported {
    /** All of them. */
    private static final List<Rule> ALL = List.of(Unsupported::gates, Unsupported::claims, Unsupported::podResources);

    private Unsupported() {}

    /** Reports errors on the fields of a pod's {@code spec}. */
    @FunctionalInterface
    private interface Rule {
        void check(Field spec);
    }

    /** Reports every ask that is not known yet. */
    static void check(Field spec) {
        ALL.forEach(rule -> rule.check(spec));
    }

    private static void gates(Field spec) {
        List<String> names = spec.at("schedulingGates").items().stream()
                .map(gate -> gate.at("name").text(""))
                .toList();
        if (!names.isEmpty()) {
            spec.at("schedulingGates")
                    .error(
                            "keeps it from being scheduled: " + String.join(", ", names),
                            "wait for the controller that put the gate there to take it away");
        }
    }

    private static void claims(Field spec) {
        if (!spec.at("resourceClaims").items().isEmpty()) {
            spec.at("resourceClaims")
                    .error("asks for devices by claim, which is not handled yet", "ask with nvidia.com/gpu");
        }
    }

    private static void podResources(Field spec) {
        if (!spec.at("resources").keys().isEmpty()) {
            spec.at("resources")
                    .error("asks for the pod as a whole, which is not handled yet", "ask in each container");
        }
    }
}
