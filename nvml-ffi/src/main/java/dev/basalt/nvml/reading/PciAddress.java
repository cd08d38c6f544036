package dev.basalt.nvml.reading;

import java.util.Locale;

/**
 * Where a device sits on the PCI bus. The function is always 0 for GPUs.
 *
 * @param domain 0 on most machines
 * @param bus 0 to 255
 * @param device 0 to 31
 * @param function 0 to 7
 */
public record PciAddress(int domain, int bus, int device, int function) implements Comparable<PciAddress> {
    /** As NVML and nvidia-smi write it: {@code 00000000:53:00.0}. */
    public String text() {
        return String.format(Locale.ROOT, "%08X:%02X:%02X.%X", domain, bus, device, function);
    }

    /** As Linux's sysfs writes it: {@code 0000:53:00.0}. */
    public String sysfsText() {
        return String.format(Locale.ROOT, "%04x:%02x:%02x.%x", domain, bus, device, function);
    }

    /**
     * Reads {@code [domain:]bus:device.function} in hexadecimal, with a domain of 4 or 8 digits.
     *
     * @throws IllegalArgumentException when the text is not of that form
     */
    public static PciAddress parse(String text) {
        String[] parts = text.trim().split(":", -1);
        try {
            int last = parts.length - 1;
            String[] slot = parts[last].split("\\.", -1);
            if (last < 1 || last > 2 || slot.length != 2) {
                throw new NumberFormatException("wrong number of parts");
            }
            int domain = last == 2 ? Integer.parseUnsignedInt(parts[0], 16) : 0;
            return new PciAddress(
                    domain,
                    Integer.parseInt(parts[last - 1], 16),
                    Integer.parseInt(slot[0], 16),
                    Integer.parseInt(slot[1], 16));
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("PCI address must look like 0000:53:00.0, have '" + text + "'", wrong);
        }
    }

    @Override
    public int compareTo(PciAddress other) {
        int byDomain = Integer.compareUnsigned(domain, other.domain);
        if (byDomain != 0) {
            return byDomain;
        }
        int mine = bus << 8 | device << 3 | function;
        return Integer.compare(mine, other.bus << 8 | other.device << 3 | other.function);
    }
}
