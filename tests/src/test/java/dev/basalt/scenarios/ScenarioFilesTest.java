package dev.basalt.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.simulate.check.ScenarioReport;
import dev.basalt.simulate.check.ScenarioResult;
import dev.basalt.simulate.check.ScenarioRun;
import dev.basalt.simulate.scenario.Scenario;
import dev.basalt.simulate.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of {@code tests/scenarios} and {@code docs/examples} holds, and each run is repeatable. */
class ScenarioFilesTest {
    private static final int SEEDS = 3;
    private static final int EXAMPLE_SEEDS = 21;

    @TestFactory
    Stream<DynamicTest> publicReports() throws IOException {
        return files(Path.of("scenarios"), 22).stream().map(file -> test(file, SEEDS));
    }

    @TestFactory
    Stream<DynamicTest> examples() throws IOException {
        return files(Path.of("../docs/examples"), 10).stream().map(file -> test(file, EXAMPLE_SEEDS));
    }

    private static List<Path> files(Path folder, int atLeast) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
            assertThat(files).hasSizeGreaterThanOrEqualTo(atLeast);
            return files;
        }
    }

    private static DynamicTest test(Path file, int seeds) {
        return DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            Scenario scenario = ScenarioReader.read(Files.readString(file));
            long digest = 0;
            for (int seed = 0; seed < seeds; seed++) {
                ScenarioResult result = ScenarioRun.play(scenario, seed);

                assertThat(result.passed())
                        .as(ScenarioReport.text(file.toString(), result, false))
                        .isTrue();
                digest = result.effectDigest();
            }
            assertThat(ScenarioRun.play(scenario, seeds - 1).effectDigest())
                    .as("digest of a second run with seed %d", seeds - 1)
                    .isEqualTo(digest);
        });
    }
}
