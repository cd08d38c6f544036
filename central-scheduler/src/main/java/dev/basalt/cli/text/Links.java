package dev.basalt.cli.text;

import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.LinkLevel;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Links between GPUs in the words of {@code nvidia-smi topo -m}. */
public final class Links {
    private Links() {}

    /** One link: {@code NV12}, {@code PIX}, {@code SYS}. */
    public static String word(DeviceLink link) {
        return link.getNvlinkCount() > 0 ? "NV" + link.getNvlinkCount() : level(link.getLevel());
    }

    /**
     * All links of a set of GPUs, how often each: {@code NV12 x6}, {@code NV2 x4, NV1 x2}; empty when there are none.
     */
    public static String summary(List<DeviceLink> links) {
        SortedMap<String, Integer> counts = new TreeMap<>(Links::fastestFirst);
        links.forEach(link -> counts.merge(word(link), 1, Integer::sum));
        StringBuilder summary = new StringBuilder();
        counts.forEach((word, count) -> {
            summary.append(summary.isEmpty() ? "" : ", ").append(word);
            if (count > 1 || counts.size() > 1) {
                summary.append(" x").append(count);
            }
        });
        return summary.toString();
    }

    private static int fastestFirst(String left, String right) {
        int order = Integer.compare(rank(left), rank(right));
        return order == 0 ? left.compareTo(right) : order;
    }

    private static int rank(String word) {
        if (word.startsWith("NV")) {
            return -Integer.parseInt(word.substring(2));
        }
        return List.of("PSB", "PIX", "PXB", "PHB", "NODE", "SYS").indexOf(word) + 1;
    }

    private static String level(LinkLevel level) {
        return switch (level) {
            case LINK_LEVEL_INTERNAL -> "PSB";
            case LINK_LEVEL_SINGLE_SWITCH -> "PIX";
            case LINK_LEVEL_MULTIPLE_SWITCHES -> "PXB";
            case LINK_LEVEL_HOST_BRIDGE -> "PHB";
            case LINK_LEVEL_NUMA_NODE -> "NODE";
            case LINK_LEVEL_SYSTEM -> "SYS";
            case LINK_LEVEL_UNSPECIFIED, UNRECOGNIZED -> "?";
        };
    }
}
