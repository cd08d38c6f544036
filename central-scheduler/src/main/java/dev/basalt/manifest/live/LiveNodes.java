package dev.basalt.manifest.live;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.NodeSpec.Admission;
import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.Amounts;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code v1 Node}. */
final class LiveNodes {
    private LiveNodes() {}

    static NodeSpec read(Field object, LiveMeta meta) {
        Field spec = object.at("spec");
        Field status = object.at("status");
        ResourceVector allocatable = Amounts.read(status.at("allocatable"));
        List<Taint> taints = new ArrayList<>();
        for (Field taint : spec.at("taints").items()) {
            taints.add(new Taint(
                    taint.at("key").text(""),
                    taint.at("value").text(""),
                    taint.at("effect").text("")));
        }
        return new NodeSpec(
                meta.name(),
                meta.uid(),
                object.at("metadata").at("labels").textMap(),
                taints,
                allocatable,
                ready(status),
                spec.at("unschedulable").flag(false) ? Admission.CORDONED : Admission.OPEN);
    }

    /** A node that never said so is not ready. */
    private static boolean ready(Field status) {
        for (Field condition : status.at("conditions").items()) {
            if (condition.at("type").text("").equals("Ready")) {
                return condition.at("status").text("").equals("True");
            }
        }
        return false;
    }
}
