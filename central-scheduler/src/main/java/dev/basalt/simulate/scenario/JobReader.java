package dev.basalt.simulate.scenario;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.simulate.section.Resources;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job of the timeline in the scenario's own short form. */
final class JobReader {
    private static final int REPLICAS_MAX = 100_000;
    private static final int PRIORITY_MAX = 2_000_001_000;
    private static final long DEFAULT_STOP_MILLIS = 1_000;
    private static final long MIB = 1L << 20;

    private JobReader() {}

    /** Reads one job. Its UID is its name. */
    static Workload read(Section section, String name) {
        String grace = section.text("grace", "");
        long graceMillis = section.durationMillis("grace", PodTemplate.DEFAULT_GRACE_MILLIS);
        List<MemberGroup> roles = roles(section, graceMillis);
        int minimum = roles.stream().mapToInt(MemberGroup::minimum).sum();
        int desired = roles.stream().mapToInt(MemberGroup::desired).sum();
        Gang gang = new Gang(
                name,
                section.text("namespace", "default"),
                name,
                section.text("kind", "Job"),
                section.text("queue", Queue.DEFAULT),
                section.text("priorityClass", ""),
                section.count("priority", 0, -PRIORITY_MAX, PRIORITY_MAX),
                section.count("minAvailable", minimum, 0, desired),
                roles,
                section.has("minResources") ? minResources(section.section("minResources")) : ResourceVector.ZERO,
                section.durationMillis("declaredRun", 0),
                section.durationMillis("checkpoint", 0),
                section.flag("managed", true) ? PodOwnership.MANAGED : PodOwnership.BARE,
                section.text("scheduler", "basalt"));
        long stopMillis = section.durationMillis("stopTakes", grace.isEmpty() ? DEFAULT_STOP_MILLIS : graceMillis);
        Workload workload = new Workload(
                gang,
                section.durationMillis("run", 0),
                section.durationMillis("initTakes", 1_000),
                Math.min(stopMillis, graceMillis));
        section.end();
        return workload;
    }

    private static ResourceVector minResources(Section section) {
        ResourceVector amounts = Resources.named(section);
        if (section.has("gpus")) {
            amounts = amounts.with(ResourceVector.GPU_MILLI, section.milli("gpus", 0));
        }
        section.end();
        return amounts;
    }

    private static List<MemberGroup> roles(Section section, long graceMillis) {
        List<Section> tasks = section.sections("tasks");
        if (tasks.isEmpty()) {
            return List.of(role(section, "worker", section.count("pods", 1, 0, REPLICAS_MAX), graceMillis));
        }
        List<MemberGroup> roles = new ArrayList<>();
        for (Section task : tasks) {
            String name = task.text("name", "default" + roles.size());
            roles.add(role(task, name, task.count("replicas", 1, 0, REPLICAS_MAX), graceMillis));
            task.end();
        }
        return roles;
    }

    private static MemberGroup role(Section section, String name, int replicas, long graceMillis) {
        int minimum = section.count("min", replicas, 0, replicas);
        PodTemplate template = new PodTemplate(
                containers(section),
                section.texts("nodeSelector"),
                List.of(),
                tolerations(section),
                section.list("hostPorts"),
                graceMillis);
        return new MemberGroup(name, minimum, replicas, replicas, topology(section), template, List.of());
    }

    private static MemberGroup.@Nullable Topology topology(Section section) {
        if (!section.has("topology")) {
            return null;
        }
        Section topology = section.section("topology");
        MemberGroup.Topology read =
                new MemberGroup.Topology(topology.requiredText("level"), topology.flag("required", true));
        topology.end();
        return read;
    }

    private static List<ContainerSpec> containers(Section section) {
        List<ContainerSpec> containers = new ArrayList<>();
        for (Section init : section.sections("init")) {
            boolean stays = init.flag("sidecar", false);
            containers.add(container(
                    init,
                    init.text("name", "init-" + containers.size()),
                    stays ? ContainerSpec.Phase.RESTARTABLE_INIT : ContainerSpec.Phase.INIT));
            init.end();
        }
        List<Section> mains = section.sections("containers");
        if (mains.isEmpty()) {
            containers.add(container(section, "main", ContainerSpec.Phase.MAIN));
        }
        for (Section main : mains) {
            containers.add(container(main, main.text("name", "main-" + containers.size()), ContainerSpec.Phase.MAIN));
            main.end();
        }
        return containers;
    }

    private static ContainerSpec container(Section section, String name, ContainerSpec.Phase phase) {
        ResourceVector requests = Resources.named(withoutPods(section));
        return new ContainerSpec(name, phase, requests, devices(section), ContainerSpec.Launch.NONE);
    }

    /** At job level {@code pods} counts members, so it is no request. */
    private static Section withoutPods(Section section) {
        return section.without("pods");
    }

    private static List<DeviceRequest> devices(Section section) {
        List<DeviceRequest> devices = new ArrayList<>();
        if (section.has("gpus")) {
            int count = section.count("gpus", 1, 0, 64);
            if (count > 0) {
                devices.add(new DeviceRequest(count, new DeviceRequest.PerDevice.Whole(), selector(section)));
            }
        }
        if (section.has("gpuShare")) {
            Section share = section.section("gpuShare");
            devices.add(new DeviceRequest(
                    share.count("count", 1, 1, 64),
                    new DeviceRequest.PerDevice.Share(memory(share), share.count("cores", 0, 0, 100) * 10),
                    selector(section)));
            share.end();
        }
        String mig = section.text("mig", "");
        if (!mig.isEmpty()) {
            devices.add(new DeviceRequest(1, new DeviceRequest.PerDevice.Mig(mig), selector(section)));
        }
        return devices;
    }

    private static DeviceRequest.MemoryAsk memory(Section share) {
        if (share.has("memoryPercent")) {
            return new DeviceRequest.MemoryAsk.Permille(share.count("memoryPercent", 100, 1, 100) * 10);
        }
        return new DeviceRequest.MemoryAsk.Mib(share.memoryBytes("memory", 0) / MIB);
    }

    private static DeviceRequest.Selector selector(Section section) {
        return new DeviceRequest.Selector(
                section.list("gpuModels"), section.list("notGpuModels"), section.list("gpuUuids"), List.of());
    }

    private static List<PodTemplate.Toleration> tolerations(Section section) {
        List<PodTemplate.Toleration> tolerations = new ArrayList<>();
        for (String text : section.list("tolerations")) {
            String[] keyAndEffect = text.split(":", 2);
            String[] keyAndValue = keyAndEffect[0].split("=", 2);
            tolerations.add(new PodTemplate.Toleration(
                    keyAndValue[0],
                    keyAndValue.length == 2 ? keyAndValue[1] : "",
                    keyAndValue.length == 1,
                    keyAndEffect.length == 2 ? keyAndEffect[1] : ""));
        }
        return tolerations;
    }
}
