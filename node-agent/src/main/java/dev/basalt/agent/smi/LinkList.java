package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.format;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.link.NvLink;
import java.util.List;

/** {@code nvlink -s}: each NVLink of each GPU and its speed. */
final class LinkList {
    private static final double MEGABYTE_PER_GIGABYTE = 1000;

    private LinkList() {}

    /** Prints the links; true when every GPU answered. */
    static boolean print(Nvml nvml, StringBuilder out) {
        boolean all = true;
        for (DeviceSlot slot : nvml.devices()) {
            all &= switch (slot) {
                case DeviceSlot.Present present -> gpu(present.index(), present.device(), out);
                case DeviceSlot.Unreachable lost -> gone(lost.index(), lost.status(), out);
            };
        }
        return all;
    }

    private static boolean gpu(int index, NvmlDevice device, StringBuilder out) {
        try {
            String name = Cells.printable(device.identity().name());
            List<NvLink> links = device.nvLinks();
            out.append(format("GPU %d: %s (UUID: %s)%n", index, name, device.uuid()));
            links.forEach(link -> out.append(format("\t Link %d: %s%n", link.link(), speed(link))));
            out.append(links.isEmpty() ? "\t Has no NVLink\n" : "");
            return true;
        } catch (NvmlException failed) {
            return gone(index, failed.status(), out);
        }
    }

    private static boolean gone(int index, NvmlStatus status, StringBuilder out) {
        out.append(format("GPU %d: ERR! %s [%s]%n", index, status.meaning(), status));
        return false;
    }

    private static String speed(NvLink link) {
        if (!link.usable()) {
            return "<inactive>";
        }
        return link.speedMegabytePerSecond().isPresent()
                ? format("%.3f GB/s", link.speedMegabytePerSecond().getAsInt() / MEGABYTE_PER_GIGABYTE)
                : "active";
    }
}
