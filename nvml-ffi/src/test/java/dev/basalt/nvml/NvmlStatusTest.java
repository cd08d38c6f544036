package dev.basalt.nvml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NvmlStatusTest {
    @Test
    void knowsEveryCodeOfTheHeader() {
        for (int code = 0; code <= 30; code++) {
            assertTrue(!new NvmlStatus(code).label().startsWith("STATUS_"), "code " + code);
        }
    }

    @Test
    void keepsACodeThatItDoesNotKnow() {
        assertEquals("STATUS_31(31)", new NvmlStatus(31).toString());
        assertEquals("Unknown Error", new NvmlStatus(31).meaning());
    }
}
