package dev.basalt.simulate.scenario;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.simulate.section.Resources;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of {@code nodes}: one machine, or {@code count} alike. */
final class MachineReader {
    private static final int NODES_MAX = 20_000;
    private static final int GPUS_MAX = 64;
    private static final long DEFAULT_MEMORY_BYTES = 2L << 40;
    private static final long DEFAULT_CPU_MILLI = 256_000;
    private static final long DEFAULT_PODS = 110;
    private static final long MIB = 1L << 20;

    private MachineReader() {}

    static List<Machine> read(Section section) {
        String name = section.requiredText("name");
        int count = section.count("count", 0, 1, NODES_MAX);
        Section gpus = section.has("gpus") ? section.section("gpus") : null;
        MachineProfile profile = profile(section, gpus);
        Shape shape =
                new Shape(section.texts("labels"), taints(section), allocatable(section), section.flag("agent", true));
        section.end();
        List<Machine> machines = new ArrayList<>();
        for (int number = 1; number <= Math.max(1, count); number++) {
            machines.add(machine(count == 0 ? name : numbered(name, number, count), profile, shape));
        }
        return machines;
    }

    private static Machine machine(String name, MachineProfile profile, Shape shape) {
        NodeSpec spec = new NodeSpec(
                name.isEmpty() ? "unnamed" : name,
                "uid-" + name,
                shape.labels(),
                shape.taints(),
                shape.allocatable(),
                true,
                NodeSpec.Admission.OPEN);
        List<Device> devices = shape.agent() ? profile.devices(name) : List.of();
        LinkMatrix links = shape.agent() ? profile.links() : LinkMatrix.unconnected(0);
        return new Machine(spec, devices, links, shape.agent());
    }

    /** {@code node-07} of 12, so that names sort as they count. */
    private static String numbered(String name, int number, int count) {
        int width = Integer.toString(count).length();
        return name + "-" + "0".repeat(width - Integer.toString(number).length()) + number;
    }

    private static MachineProfile profile(Section section, @Nullable Section gpus) {
        String profile = section.text("profile", "");
        if (!profile.isEmpty()) {
            if (gpus != null) {
                section.mistakes().add(section.path("gpus"), "cannot stand beside 'profile'. Maybe drop one of them");
            }
            return MachineProfile.named(profile, section.path("profile"), section.mistakes());
        }
        if (gpus == null) {
            return MachineProfile.uniform(0, "", 0, 0, 1);
        }
        MachineProfile uniform = MachineProfile.uniform(
                gpus.count("count", 1, 0, GPUS_MAX),
                gpus.text("model", "NVIDIA H100 80GB HBM3"),
                gpus.memoryBytes("memory", 81_559 * MIB) / MIB,
                gpus.memoryBytes("reserved", 0) / MIB,
                gpus.count("split", Device.DEFAULT_SPLIT_COUNT, 1, 1_000));
        gpus.end();
        return uniform;
    }

    private static ResourceVector allocatable(Section section) {
        ResourceVector given = Resources.named(section);
        ResourceVector result = given;
        if (!section.has("cpu")) {
            result = result.with(ResourceVector.CPU, DEFAULT_CPU_MILLI);
        }
        if (!section.has("memory")) {
            result = result.with(ResourceVector.MEMORY, DEFAULT_MEMORY_BYTES);
        }
        return section.has("pods") ? result : result.with(ResourceVector.PODS, DEFAULT_PODS);
    }

    private static List<NodeSpec.Taint> taints(Section section) {
        List<NodeSpec.Taint> taints = new ArrayList<>();
        for (String text : section.list("taints")) {
            String[] keyAndEffect = text.split(":", 2);
            String[] keyAndValue = keyAndEffect[0].split("=", 2);
            if (keyAndEffect.length != 2) {
                section.mistakes()
                        .add(section.path("taints"), "'" + text + "' names no effect. Maybe 'key=value:NoSchedule'");
                continue;
            }
            taints.add(
                    new NodeSpec.Taint(keyAndValue[0], keyAndValue.length == 2 ? keyAndValue[1] : "", keyAndEffect[1]));
        }
        return taints;
    }

    private record Shape(
            java.util.SortedMap<String, String> labels,
            List<NodeSpec.Taint> taints,
            ResourceVector allocatable,
            boolean agent) {}
}
