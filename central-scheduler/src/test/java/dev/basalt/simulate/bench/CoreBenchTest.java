package dev.basalt.simulate.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs small; what it measures is nobody's test. */
class CoreBenchTest {
    @Test
    void measuresEveryCaseOnceAndPrintsOneLineForEach() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        List<CoreBench.Result> results =
                CoreBench.run(new PrintStream(bytes, true, StandardCharsets.UTF_8), new BenchOptions(100, 1, false));

        assertEquals(9, results.size());
        assertEquals(
                3 + results.size(),
                bytes.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void refusesSizesThatSayNothing() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> new BenchOptions(99, 1, false));

        assertEquals("bench: nodeCount 99 must be at least 100, repeats 1 at least 1", refusal.getMessage());
    }
}
