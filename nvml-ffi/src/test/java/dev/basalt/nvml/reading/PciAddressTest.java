package dev.basalt.nvml.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PciAddressTest {
    @Test
    void readsEveryWayToolsWriteIt() {
        var address = new PciAddress(0, 0x53, 0, 0);

        assertEquals(address, PciAddress.parse("00000000:53:00.0"));
        assertEquals(address, PciAddress.parse("0000:53:00.0"));
        assertEquals(address, PciAddress.parse("53:00.0"));
        assertEquals("00000000:53:00.0", address.text());
        assertEquals("0000:53:00.0", address.sysfsText());
    }

    @Test
    void saysHowAnAddressMustLook() {
        var failure = assertThrows(IllegalArgumentException.class, () -> PciAddress.parse("53"));

        assertEquals("PCI address must look like 0000:53:00.0, have '53'", failure.getMessage());
    }
}
