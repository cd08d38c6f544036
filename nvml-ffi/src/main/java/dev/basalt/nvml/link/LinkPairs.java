package dev.basalt.nvml.link;

import dev.basalt.nvml.reading.PciAddress;
import java.util.List;
import java.util.function.Predicate;

/** How many NVLinks join two GPUs, from what each says about its own links. */
public final class LinkPairs {
    private LinkPairs() {}

    /**
     * Usable links between two GPUs: those that lead to the other directly, or else, behind switches, as many as both
     * have. A link whose far end is hidden, as in virtual machines, counts as behind a switch.
     *
     * @param left links of one GPU
     * @param rightPci where the other sits
     * @param right links of the other
     * @return 0 when no NVLink joins them
     */
    public static int between(List<NvLink> left, PciAddress rightPci, List<NvLink> right) {
        int direct = count(
                left,
                link -> link.remote() == NvLink.Remote.GPU
                        && link.remotePci().map(rightPci::equals).orElse(false));
        return direct > 0 ? direct : Math.min(count(left, LinkPairs::isSwitched), count(right, LinkPairs::isSwitched));
    }

    private static boolean isSwitched(NvLink link) {
        return link.remote() == NvLink.Remote.SWITCH || link.remote() == NvLink.Remote.UNKNOWN;
    }

    private static int count(List<NvLink> links, Predicate<NvLink> wanted) {
        int count = 0;
        for (NvLink link : links) {
            count += link.usable() && wanted.test(link) ? 1 : 0;
        }
        return count;
    }
}
