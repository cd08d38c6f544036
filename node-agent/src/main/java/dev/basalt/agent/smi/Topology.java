package dev.basalt.agent.smi;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.link.Affinity;
import dev.basalt.nvml.link.LinkPairs;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.PciAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * {@code topo -m}: how every GPU reaches every other, and what of the host is near it. Columns are separated by tabs.
 */
final class Topology {
    private static final String LEGEND = """

            Legend:

              X    = the GPU itself
              NV#  = # NVLinks, bonded
              PIX  = at most one PCIe bridge
              PXB  = several PCIe bridges, not through the host bridge
              PHB  = through one PCIe host bridge, usually in the CPU
              NODE = through host bridges of one NUMA node
              SYS  = across NUMA nodes
              ERR! = a GPU that does not answer
            """;

    private Topology() {}

    /** One GPU's side of the matrix; {@code device} is empty when it did not answer. */
    private record Node(int index, Optional<Linked> linked) {}

    /** What a GPU says about its links. */
    private record Linked(NvmlDevice device, PciAddress pci, List<NvLink> links, Affinity affinity) {}

    /** Prints the matrix; true when every GPU answered. */
    static boolean print(Nvml nvml, StringBuilder out) {
        List<Node> nodes = nodes(nvml);
        var header = new StringJoiner("\t", "\t", "\n");
        nodes.forEach(node -> header.add("GPU" + node.index));
        out.append(header.add("CPU Affinity").add("NUMA Affinity").add("GPU NUMA ID"));
        for (Node node : nodes) {
            var row = new StringJoiner("\t", "", "\n").add("GPU" + node.index);
            for (Node other : nodes) {
                row.add(cell(node, other));
            }
            row.add(node.linked.map(l -> l.affinity.cpus().text()).orElse("ERR!"));
            row.add(node.linked.map(l -> l.affinity.memoryNodes().text()).orElse("ERR!"));
            out.append(row.add("").add(gpuNode(node)));
        }
        out.append(LEGEND);
        return nodes.stream().allMatch(node -> node.linked.isPresent());
    }

    private static List<Node> nodes(Nvml nvml) {
        var nodes = new ArrayList<Node>();
        for (DeviceSlot slot : nvml.devices()) {
            nodes.add(
                    switch (slot) {
                        case DeviceSlot.Present present -> new Node(present.index(), linked(present.device()));
                        case DeviceSlot.Unreachable lost -> new Node(lost.index(), Optional.empty());
                    });
        }
        return nodes;
    }

    private static Optional<Linked> linked(NvmlDevice device) {
        try {
            return Optional.of(new Linked(device, device.identity().pci(), device.nvLinks(), device.affinity()));
        } catch (NvmlException lost) {
            return Optional.empty();
        }
    }

    private static String gpuNode(Node node) {
        return node.linked
                .filter(l -> l.affinity.gpuMemoryNode().isPresent())
                .map(l -> Integer.toString(l.affinity.gpuMemoryNode().getAsInt()))
                .orElse(Cells.NOT_AVAILABLE);
    }

    private static String cell(Node node, Node other) {
        if (node.index == other.index) {
            return " X ";
        }
        if (node.linked.isEmpty() || other.linked.isEmpty()) {
            return "ERR!";
        }
        Linked left = node.linked.get();
        Linked right = other.linked.get();
        int links = LinkPairs.between(left.links, right.pci, right.links);
        return links > 0 ? "NV" + links : level(left.device, right.device);
    }

    private static String level(NvmlDevice left, NvmlDevice right) {
        try {
            return left.commonAncestor(right).map(TopologyLevel::label).orElse(Cells.NOT_AVAILABLE);
        } catch (NvmlException lost) {
            return "ERR!";
        }
    }
}
