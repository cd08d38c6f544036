package dev.basalt.nvml.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class IndexSetTest {
    @Test
    void writesRangesAsLinuxDoes() {
        assertEquals("0-2,5,24-25", new IndexSet(List.of(0, 1, 2, 5, 24, 25)).text());
        assertEquals("", new IndexSet(List.of()).text());
    }

    @Test
    void refusesIndexesThatDoNotAscend() {
        var failure = assertThrows(IllegalArgumentException.class, () -> new IndexSet(List.of(3, 3)));

        assertEquals("indexes must ascend from 0, have [3, 3]", failure.getMessage());
    }
}
