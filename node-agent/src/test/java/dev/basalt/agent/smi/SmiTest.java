package dev.basalt.agent.smi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.foreign.ForeignNvml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code basalt-smi} on fake machines; layouts are those of real captures, each with its source in the first line. */
class SmiTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-07-14T08:12:53Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    /** What a run printed, and how it ended. */
    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var command = new SmiCommand(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new SmiMain.GpuSource(Map.of()),
                CLOCK);
        int exitCode = SmiMain.run(command, arguments);
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private FakeDriver machine(String profile) {
        return FakeDriver.install(profile, "node-1", folder).withoutLatency();
    }

    private Run smi(FakeDriver driver, String... arguments) {
        var all = new java.util.ArrayList<>(
                List.of("--nvml-library", driver.library().toString(), "--state-dir", folder.toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private static String resource(String name) throws IOException {
        try (var stream = SmiTest.class.getResourceAsStream("/smi/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The machine that a capture was taken on, with the same numbers, prints the same table. */
    @ParameterizedTest
    @CsvSource({"h100-load, 590.48.01", "rtx4080-load, 595.71.05", "h100-mig-load, 590.48.01"})
    void printsTheTableThatNvidiaSmiPrintedOnTheSameMachine(String capture, String version) throws IOException {
        Path profile = Files.writeString(folder.resolve(capture + ".ini"), resource(capture + ".ini"));

        Run run = smi(machine(profile.toString()));

        String captured = resource(capture + ".txt");
        String table = captured.substring(captured.indexOf("+---")).stripTrailing() + "\n";
        String title = "NVIDIA-SMI " + version + " ";
        String expected =
                table.replace(title, ("BASALT-SMI 0.1.0" + " ".repeat(title.length())).substring(0, title.length()));
        assertEquals("Tue Jul 14 08:12:53 2026       \n" + expected, run.out());
        assertEquals(0, run.exitCode());
    }

    @Test
    void listsGpusAndMigDevices() throws IOException {
        Path profile = Files.writeString(folder.resolve("mig.ini"), resource("h100-mig-load.ini"));

        Run run = smi(machine(profile.toString()), "-L");

        String uuid = "[0-9a-f-]{36}";
        assertTrue(
                run.out()
                        .matches("GPU 0: NVIDIA H100 80GB HBM3 \\(UUID: GPU-" + uuid + "\\)\n"
                                + "  MIG 3g.40gb     Device  0: \\(UUID: MIG-" + uuid + "\\)\n"
                                + "  MIG 2g.20gb     Device  1: \\(UUID: MIG-" + uuid + "\\)\n"
                                + "  MIG 1g.10gb     Device  2: \\(UUID: MIG-" + uuid + "\\)\n"
                                + "  MIG 1g.10gb     Device  3: \\(UUID: MIG-" + uuid + "\\)\n"),
                run.out());
    }

    /** wookayin/gpustat#125: nvidia-smi prints nothing at all when one GPU is broken. */
    @Test
    void showsTheOtherGpusWhenOneIsLostAndExitsWithItsStatus() {
        FakeDriver driver = machine("dgxa100");
        driver.control("[gpu5]\nlost = yes\n");

        Run run = smi(driver);

        assertEquals(15, run.exitCode());
        assertTrue(run.out().contains("""
                        |   5  ERR!                               |                   ERR! |                 ERR! |
                        |      GPU is lost                        |                        |                      |
                        |      GPU_IS_LOST(15)                    |                        |                      |
                        """), run.out());
        assertEquals(
                7,
                run.out()
                        .lines()
                        .filter(line -> line.contains("NVIDIA A100-SXM4-40GB"))
                        .count());
    }

    @Test
    void printsTheMatrixWithTabsAsNvidiaSmiDoes() {
        Run run = smi(machine("a100-pcie-bridge"), "topo", "-m");

        String matrix = run.out().substring(0, run.out().indexOf("\nLegend"));
        assertEquals("""
                \tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID
                GPU0\t X \tNV12\tSYS\tSYS\t0-23\t0\t\tN/A
                GPU1\tNV12\t X \tSYS\tSYS\t24-47\t1\t\tN/A
                GPU2\tSYS\tSYS\t X \tNV12\t48-71\t2\t\tN/A
                GPU3\tSYS\tSYS\tNV12\t X \t72-95\t3\t\tN/A
                """, matrix);
        assertEquals(0, run.exitCode());
    }

    @Test
    void marksALostGpuInTheMatrix() {
        FakeDriver driver = machine("a100-pcie-bridge");
        driver.control("[gpu1]\nlost = yes\n");

        Run run = smi(driver, "topo", "-m");

        assertEquals(15, run.exitCode());
        assertTrue(run.out().contains("GPU0\t X \tERR!\tSYS\tSYS\t0-23\t0\t\tN/A\n"), run.out());
    }

    @Test
    void listsTheSpeedOfEachLinkAndWhichAreDown() {
        FakeDriver driver = machine("a100-pcie-bridge");
        driver.control("[nvlink]\ndown = gpu0:1\n[gpu3]\nlost = yes\n");

        Run run = smi(driver, "nvlink", "-s");

        List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(0).startsWith("GPU 0: NVIDIA A100 80GB PCIe (UUID: GPU-"), run.out());
        assertEquals("\t Link 0: 25.781 GB/s", lines.get(1));
        assertEquals("\t Link 1: <inactive>", lines.get(2));
        assertEquals("GPU 3: ERR! GPU is lost [GPU_IS_LOST(15)]", lines.getLast());
        assertEquals(15, run.exitCode());
    }

    @Test
    void saysThatAGpuHasNoLinks() {
        Run run = smi(machine("t4-1"), "nvlink", "-s");

        assertEquals("\t Has no NVLink", run.out().lines().toList().getLast());
    }

    /** A call that hangs costs its own GPU its rows, no other. */
    @Test
    void showsTheOtherGpusWhenOneHangs() {
        FakeDriver driver = machine("a100-pcie-bridge");
        driver.control("[gpu2]\nhang.nvmlDeviceGetPowerUsage = forever\n");

        SmiReport report;
        try (var nvml = ForeignNvml.load(driver.library())) {
            report = new SmiReader(nvml, Duration.ofSeconds(3)).report();
            driver.control("");
        }

        assertEquals(new SmiReport.Gone(2, NvmlStatus.TIMEOUT), report.gpus().get(2));
        assertEquals(
                3,
                report.gpus().stream().filter(SmiReport.Seen.class::isInstance).count());
    }

    @Test
    void showsWhoseJobsRunWithWhichLimitsAndWhatTheyUse() throws IOException {
        FakeDriver driver = machine("t4-1");
        String uuid = uuid(driver);
        Files.writeString(folder.resolve("status.json"), resource("status.json").replace("GPU-UUID", uuid));

        Run run = smi(driver);

        String jobs = run.out().substring(run.out().indexOf("| Jobs on"));
        assertEquals("""
                | Jobs on node-1, scheduler 127.0.0.1:7650 LINKED, epoch 3                                |
                |  GPU  Job                  Task (state)                          Memory:         Cores: |
                |                                                         Used /     Limit   Used / Limit |
                |=========================================================================================|
                |    0  team-a/shared-demo   shared-demo-0 (running)   3276MiB /   4096MiB     25% /  30% |
                |    0  team-b/infer         ...-a-long-name (exited)     0MiB /   2048MiB       - /  20% |
                |    0  (no job)                                        512MiB /        no       - /   no |
                |  GPU 0 gets no new jobs, it is UNHEALTHY: Xid[number=79]                                |
                +-----------------------------------------------------------------------------------------+
                """, jobs);
    }

    @Test
    void saysThatTheStatusIsOldWhenTheAgentIsDown() throws IOException {
        FakeDriver driver = machine("t4-1");
        Files.writeString(folder.resolve("status.json"), "{\"node\":\"node-1\",\"writtenUnixMillis\":1784016731000}");

        Run run = smi(driver);

        assertTrue(run.out().contains("| This is 42 s old. Maybe the agent is down."), run.out());
    }

    @Test
    void showsTheGpusEvenWhenTheStatusOfTheAgentIsBroken() throws IOException {
        FakeDriver driver = machine("t4-1");
        Files.writeString(folder.resolve("status.json"), "{\"node\":");

        Run run = smi(driver);

        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("Tesla T4"), run.out());
        assertTrue(run.err().startsWith("basalt-smi: cannot read the agent's status: "), run.err());
    }

    @Test
    void saysTheSameAsJson() throws IOException {
        FakeDriver driver = machine("dgxa100");
        driver.control("[gpu1]\nlost = yes\n");

        Run run = smi(driver, "--json");

        JsonNode root = new JsonMapper().readTree(run.out());
        assertEquals("570.148.08", root.path("driverVersion").asString());
        assertEquals(8, root.path("gpus").size());
        assertEquals(40960, root.path("gpus").path(0).path("memoryTotalMib").asLong());
        assertEquals(15, root.path("gpus").path(1).path("nvmlStatus").asInt());
        assertEquals(15, run.exitCode());
    }

    @Test
    void exitsWithTheStatusOfADriverThatIsNotThere() {
        Run run = run("--nvml-library", folder.resolve("none.so").toString());

        assertEquals(12, run.exitCode());
        assertTrue(run.err().contains("Maybe the NVIDIA driver is not installed here"), run.err());
    }

    @Test
    void refusesArgumentsThatItDoesNotKnow() {
        assertEquals(2, run("--bogus").exitCode());
        assertEquals(2, run("--fake", "dgx9").exitCode());
        assertEquals(2, run("topo").exitCode());
    }

    private String uuid(FakeDriver driver) throws IOException {
        JsonNode root = new JsonMapper().readTree(smi(driver, "--json").out());
        return root.path("gpus").path(0).path("uuid").asString();
    }
}
