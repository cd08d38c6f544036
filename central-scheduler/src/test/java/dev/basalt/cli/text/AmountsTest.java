package dev.basalt.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({"512, 512 MiB", "8192, 8192 MiB", "40960, 40 GiB", "40536, 39.6 GiB"})
    void writesMemoryInTheUnitPeopleUse(long mib, String written) {
        assertEquals(written, Amounts.mib(mib));
    }

    @ParameterizedTest
    @CsvSource({"850, 850 ms", "12000, 12 s", "200000, 3 m 20 s", "18120000, 5 h 2 m", "273600000, 3 d 4 h"})
    void writesSpansInTwoUnitsAtMost(long millis, String written) {
        assertEquals(written, Amounts.span(millis));
    }

    @Test
    void writesResourcesInTheirOwnUnits() {
        var vector = ResourceVector.newBuilder()
                .addAmounts(amount("basalt.dev/gpu-milli", 2500))
                .addAmounts(amount("cpu", 1500))
                .addAmounts(amount("memory", 107374182400L))
                .addAmounts(amount("pods", 3))
                .build();

        assertEquals("GPU 2.5, cpu 1.5, memory 100 GiB, pods 3", Amounts.resources(vector));
    }

    private static ResourceAmount amount(String name, long amount) {
        return ResourceAmount.newBuilder().setName(name).setAmount(amount).build();
    }
}
