package dev.basalt.nvml.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.foreign.ForeignNvml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Installing, changing and describing fake machines. */
class FakeDriverTest {
    @TempDir
    Path folder;

    private static List<String> uuids(FakeDriver driver) {
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            var uuids = new ArrayList<String>();
            for (DeviceSlot slot : nvml.devices()) {
                switch (slot) {
                    case DeviceSlot.Present present ->
                        uuids.add(present.device().uuid());
                    case DeviceSlot.Unreachable lost -> throw new AssertionError(lost);
                }
            }
            return uuids;
        }
    }

    private static NvmlDevice first(Nvml nvml) {
        return ((DeviceSlot.Present) nvml.devices().getFirst()).device();
    }

    @Test
    void givesTwoNodesOfOneProfileDifferentUuidsInOneProcess() {
        List<String> left = uuids(FakeDriver.install("dgxa100", "node-a", folder.resolve("a")));
        List<String> right = uuids(FakeDriver.install("dgxa100", "node-b", folder.resolve("b")));

        assertEquals(8, left.size());
        assertEquals(
                16,
                java.util.stream.Stream.concat(left.stream(), right.stream())
                        .distinct()
                        .count());
    }

    @Test
    void givesTheSameNodeTheSameUuidsAgain() {
        List<String> first = uuids(FakeDriver.install("t4-1", "node-a", folder.resolve("a")));
        List<String> again = uuids(FakeDriver.install("t4-1", "node-a", folder.resolve("b")));

        assertEquals(first, again);
        assertNotEquals(List.of(), first);
    }

    @Test
    void refusesAProfileThatIsNoText() throws IOException {
        Path binary = Files.write(folder.resolve("binary.ini"), new byte[] {(byte) 0xff, 0, (byte) 0xc3});

        var failure = assertThrows(
                IllegalArgumentException.class,
                () -> FakeDriver.install(binary.toString(), "node", folder.resolve("machine")));

        assertEquals(
                "fake machine profile '" + binary + "' is no text in UTF-8. Maybe it is another file.",
                failure.getMessage());
    }

    @Test
    void namesTheProfilesWhenThereIsNoSuchProfile() {
        var failure = assertThrows(IllegalArgumentException.class, () -> FakeDriver.install("dgx9", "node", folder));

        assertEquals(
                "no fake machine profile 'dgx9'. Maybe use one of [a100-pcie-bridge, dgx1-v100, dgxa100, hgx-h100, l40s-8,"
                        + " rtx4090-8, t4-1], or the path of a file.",
                failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [gpu0]/memory.total = plenty       | line 2: [gpu0] memory.total = 'plenty': not a value for this key. Maybe write 81559MiB or 80GiB, or na.
            [gpu0]/memory.totl = 1MiB          | line 2: [gpu0] memory.totl = '1MiB': unknown key. Maybe look at docs/fake-driver.md.
            [gpux]/name = T4                   | line 2: [gpux] name = 'T4': unknown section. Maybe use system, cpu, pcie, nvlink, fabric, gpu-defaults, gpu0 to gpu31 or 'mig gpu0'.
            [gpu0/name = T4                    | line 1: [] [gpu0 = '': a section must look like [gpu0]. Maybe close it with ']' and put nothing behind it.
            [gpu0]/util.gpu = wave(1-2)        | line 2: [gpu0] util.gpu = 'wave(1-2)': not a range. Maybe write a plain number, load(low..high), wave(low..high, period=30s) or na.
            [pcie]/sw0 = root7                 | line 2: [pcie] sw0 = 'root7': no such root or switch above this line. Maybe declare it first.
            [nvlink]/topology = mesh:0-0:1     | line 2: [nvlink] topology = 'mesh:0-0:1': not a mesh. Maybe write mesh:0-1:2,0-2:1, each left-right:links.
            [gpu0]/process.1 = type:C          | line 2: [gpu0] process.1 = 'type:C': a process needs a pid. Maybe write pid:4711 type:C used:10GiB.
            """)
    void saysWhereAProfileIsWrongAndWhatToWrite(String profile, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.ini"), profile.strip().replace("/", "\n") + "\n");
        FakeDriver driver = FakeDriver.install(file.toString(), "node", folder.resolve("driver"));

        assertThrows(NvmlException.class, () -> ForeignNvml.load(driver.library()));

        String error = driver.error().orElseThrow();
        assertEquals(sentence.strip(), error.substring(error.indexOf("line ")));
    }

    @Test
    void followsTheControlFileWhileItRuns() {
        FakeDriver driver = FakeDriver.install("t4-1", "node", folder).withoutLatency();
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            NvmlDevice gpu = first(nvml);
            var before = gpu.thermal().gpuCelsius();

            driver.control("[gpu0]\ntemp.gpu = 91\n");

            assertEquals(OptionalInt.of(33), before);
            assertEquals(OptionalInt.of(91), gpu.thermal().gpuCelsius());
        }
    }

    @Test
    void keepsTheMachineAsItWasWhenTheControlFileIsWrong() {
        FakeDriver driver = FakeDriver.install("t4-1", "node", folder).withoutLatency();
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            NvmlDevice gpu = first(nvml);
            driver.control("[gpu0]\ntemp.gpu = 91\n");
            gpu.thermal();

            driver.control("[gpu7]\ntemp.gpu = 20\n");

            assertEquals(OptionalInt.of(91), gpu.thermal().gpuCelsius());
            assertEquals(
                    Optional.of(
                            "line 2: [gpu7] temp.gpu = '20': the profile has no such GPU. Maybe use a GPU of the profile."),
                    driver.error().map(error -> error.substring(error.indexOf("line "))));
        }
    }

    @Test
    void refusesToCutAFunctionThatTheFakeDoesNotHave() throws IOException {
        Path file = Files.writeString(folder.resolve("cut.ini"), "[system]\nsymbols = minus:nvmlDeviceGetNme\n");

        var failure = assertThrows(
                IllegalArgumentException.class, () -> FakeDriver.install(file.toString(), "node", folder.resolve("d")));

        assertEquals(
                "symbols = minus:nvmlDeviceGetNme names no function of the fake library. Maybe a typing error?",
                failure.getMessage());
    }

    @Test
    void runsWithEveryProfileThatComesWithIt() {
        for (String profile : FakeDriver.PROFILES) {
            FakeDriver driver = FakeDriver.install(profile, "node", folder.resolve(profile));

            assertNotEquals(List.of(), uuids(driver), profile);
            assertEquals(Optional.empty(), driver.error(), profile);
        }
    }
}
