package dev.basalt.simulate.scenario;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.simulate.section.Amounts;
import dev.basalt.simulate.section.Mistakes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The GPUs of a kind of machine and how they are linked. Named profiles are the very files that the fake driver serves,
 * so a scenario and a demo mean the same machine by a name.
 */
final class MachineProfile {
    private static final Pattern MESH_LINK = Pattern.compile("(\\d+)-(\\d+):(\\d+)");
    private static final Pattern FIRST_NUMBER = Pattern.compile("\\d+");
    private static final long MIB = 1L << 20;

    private final List<Gpu> gpus;
    private final LinkMatrix links;

    private MachineProfile(List<Gpu> gpus, LinkMatrix links) {
        this.gpus = List.copyOf(gpus);
        this.links = links;
    }

    /** {@code count} alike GPUs on one socket, without NVLink. */
    static MachineProfile uniform(int count, String model, long memoryMib, long reservedMib, int splitCount) {
        List<Gpu> gpus = new ArrayList<>();
        for (int slot = 0; slot < count; slot++) {
            gpus.add(new Gpu(model, memoryMib, Math.min(reservedMib, memoryMib), splitCount, 0, ""));
        }
        return new MachineProfile(gpus, LinkMatrix.unconnected(count));
    }

    /** The profile of that name; an unknown one is a mistake and has no GPUs. */
    static MachineProfile named(String name, String path, Mistakes mistakes) {
        if (name.matches("[a-z0-9-]{1,60}")) {
            try (InputStream file = MachineProfile.class.getResourceAsStream("/profiles/" + name + ".ini")) {
                if (file != null) {
                    return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                mistakes.add(path, "profile '" + name + "' cannot be read: " + e.getMessage());
                return uniform(0, "", 0, 0, 1);
            }
        }
        mistakes.add(
                path,
                "no profile '" + name + "'. Maybe dgxa100, dgx1-v100, hgx-h100, a100-pcie-bridge, l40s-8, "
                        + "rtx4090-8 or t4-1, or 'gpus: {count: 8, model: ..., memory: 80GiB}'");
        return uniform(0, "", 0, 0, 1);
    }

    LinkMatrix links() {
        return links;
    }

    /** The devices of one machine of this kind; UUIDs tell the machine and the slot. */
    List<Device> devices(String machine) {
        List<Device> devices = new ArrayList<>();
        for (int slot = 0; slot < gpus.size(); slot++) {
            Gpu gpu = gpus.get(slot);
            devices.add(new Device(
                    "GPU-" + machine + "-" + slot,
                    new Device.Kind.Whole(),
                    gpu.model(),
                    gpu.memoryMib(),
                    gpu.reservedMib(),
                    gpu.splitCount(),
                    gpu.numaNode(),
                    gpu.bus(),
                    new Device.Health.Healthy(),
                    List.of(Device.Rung.SHIM, Device.Rung.WATCHDOG)));
        }
        return devices;
    }

    private static MachineProfile parse(String text) {
        Map<String, Map<String, String>> sections = sections(text);
        Map<String, String> defaults = sections.getOrDefault("gpu-defaults", new TreeMap<>());
        Map<String, String> bridges = sections.getOrDefault("pcie", new TreeMap<>());
        List<Gpu> gpus = new ArrayList<>();
        List<List<String>> paths = new ArrayList<>();
        for (int slot = 0; sections.containsKey("gpu" + slot); slot++) {
            Map<String, String> values = new TreeMap<>(defaults);
            values.putAll(sections.getOrDefault("gpu" + slot, new TreeMap<>()));
            gpus.add(gpu(values));
            paths.add(bridgePath(values.getOrDefault("parent", ""), bridges));
        }
        LinkMatrix links = pcieLinks(paths, bridges);
        return new MachineProfile(gpus, nvlinks(links, sections.getOrDefault("nvlink", new TreeMap<>())));
    }

    private static Gpu gpu(Map<String, String> values) {
        long reservedMib = memoryMib(values.getOrDefault("memory.reserved", "0MiB"));
        return new Gpu(
                values.getOrDefault("name", ""),
                memoryMib(values.getOrDefault("memory.total", "0MiB")),
                reservedMib,
                Device.DEFAULT_SPLIT_COUNT,
                firstNumber(values.getOrDefault("numa", "0")),
                values.getOrDefault("bus", ""));
    }

    private static long memoryMib(String text) {
        return Math.max(0, Amounts.memoryBytes(text)) / MIB;
    }

    private static int firstNumber(String text) {
        Matcher number = FIRST_NUMBER.matcher(text);
        return number.find() ? Integer.parseInt(number.group()) : -1;
    }

    /** Bridges above a GPU, nearest first, the root last. */
    private static List<String> bridgePath(String parent, Map<String, String> bridges) {
        List<String> path = new ArrayList<>();
        String bridge = parent;
        while (bridges.containsKey(bridge) && path.size() < bridges.size()) {
            path.add(bridge);
            bridge = bridges.getOrDefault(bridge, "");
        }
        return path;
    }

    private static LinkMatrix pcieLinks(List<List<String>> paths, Map<String, String> bridges) {
        LinkMatrix links = LinkMatrix.unconnected(paths.size());
        for (int from = 0; from < paths.size(); from++) {
            for (int to = from + 1; to < paths.size(); to++) {
                links = links.with(from, to, pcieKind(paths.get(from), paths.get(to), bridges), 0);
            }
        }
        return links;
    }

    private static LinkMatrix.Kind pcieKind(List<String> left, List<String> right, Map<String, String> bridges) {
        if (left.isEmpty() || right.isEmpty()) {
            return LinkMatrix.Kind.SYS;
        }
        for (int up = 0; up < left.size(); up++) {
            int other = right.indexOf(left.get(up));
            if (other >= 0) {
                boolean root = up == left.size() - 1;
                boolean nearest = up == 0 && other == 0;
                return root ? LinkMatrix.Kind.PHB : nearest ? LinkMatrix.Kind.PIX : LinkMatrix.Kind.PXB;
            }
        }
        String leftNode = bridges.getOrDefault(left.getLast(), "left");
        String rightNode = bridges.getOrDefault(right.getLast(), "right");
        return leftNode.equals(rightNode) ? LinkMatrix.Kind.NODE : LinkMatrix.Kind.SYS;
    }

    private static LinkMatrix nvlinks(LinkMatrix pcie, Map<String, String> nvlink) {
        String topology = nvlink.getOrDefault("topology", "");
        LinkMatrix links = pcie;
        if (topology.startsWith("switch")) {
            int lanes = firstNumber(nvlink.getOrDefault("links", "1"));
            for (int from = 0; from < pcie.size(); from++) {
                for (int to = from + 1; to < pcie.size(); to++) {
                    links = links.with(from, to, LinkMatrix.Kind.NVLINK, lanes);
                }
            }
        }
        Matcher link = MESH_LINK.matcher(topology.startsWith("mesh") ? topology : "");
        while (link.find()) {
            links = links.with(
                    Integer.parseInt(link.group(1)),
                    Integer.parseInt(link.group(2)),
                    LinkMatrix.Kind.NVLINK,
                    Integer.parseInt(link.group(3)));
        }
        return links;
    }

    /** Lines {@code key = value ; comment} under {@code [section]}. */
    private static Map<String, Map<String, String>> sections(String text) {
        Map<String, Map<String, String>> sections = new TreeMap<>();
        Map<String, String> current = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String bare = line.replaceFirst(";.*$", "").strip();
            if (bare.startsWith("[") && bare.endsWith("]")) {
                current = sections.computeIfAbsent(bare.substring(1, bare.length() - 1), name -> new TreeMap<>());
            } else if (bare.contains("=")) {
                int at = bare.indexOf('=');
                current.put(
                        bare.substring(0, at).strip(), bare.substring(at + 1).strip());
            }
        }
        return sections;
    }

    private record Gpu(String model, long memoryMib, long reservedMib, int splitCount, int numaNode, String bus) {}
}
