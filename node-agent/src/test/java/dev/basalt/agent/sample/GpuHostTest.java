package dev.basalt.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.sample.Health.State;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.foreign.ForeignNvml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPU threads on a fake driver, through the real bindings. */
class GpuHostTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long HANG_AFTER_MILLIS = 2000;

    @TempDir
    Path folder;

    private FakeDriver driver;
    private Optional<GpuHost> opened = Optional.empty();

    @BeforeEach
    void install() {
        driver = FakeDriver.install("dgxa100", "node-a", folder).withoutLatency();
    }

    @AfterEach
    void close() {
        opened.ifPresent(GpuHost::close);
    }

    @Test
    void readsEveryGpuOnceASecondOrSo() {
        GpuHost host = open(this::load);

        awaitReadings(host, 8);

        assertThat(host.states()).hasSize(8).allMatch(gpu -> gpu.health().state() == State.HEALTHY);
        assertThat(host.driver()).isPresent();
        assertThat(host.problem()).isEmpty();
    }

    @Test
    void aGpuWhoseDriverCallHangsIsReportedAndItsNeighboursGoOn() {
        GpuHost host = open(this::load);
        awaitReadings(host, 8);
        driver.control("[gpu2]\nhang.nvmlDeviceGetPowerUsage = forever\n");

        await().atMost(PATIENCE).until(() -> count(host, State.UNHEALTHY) == 1);
        long seen = newest(host);
        await().atMost(PATIENCE).until(() -> newest(host) > seen);

        assertThat(count(host, State.HEALTHY)).isEqualTo(7);
        assertThat(host.states().stream().flatMap(gpu -> gpu.health().reason().stream()))
                .singleElement()
                .isInstanceOfSatisfying(
                        Health.Reason.DriverCallHangs.class,
                        hangs -> assertThat(hangs.call()).isEqualTo("power"));
        driver.control("");
    }

    @Test
    void aLostGpuIsReportedAndItsNeighboursGoOn() {
        GpuHost host = open(this::load);
        awaitReadings(host, 8);

        driver.control("[gpu5]\nlost = yes\n");

        await().atMost(PATIENCE).until(() -> count(host, State.LOST) == 1 && count(host, State.HEALTHY) == 7);
    }

    @Test
    void anXidThatNeedsAPersonMakesTheGpuUnhealthy() {
        GpuHost host = open(this::load);
        awaitReadings(host, 8);

        driver.control("[gpu4]\nevent.1 = xid:79\n");

        await().atMost(PATIENCE).until(() -> count(host, State.UNHEALTHY) == 1);
        assertThat(host.states().stream().flatMap(gpu -> gpu.health().reason().stream()))
                .containsExactly(new Health.Reason.CriticalXid(79));
    }

    @Test
    void hearsOfOtherGpusWhenOneIsLost() {
        GpuHost host = open(this::load);
        awaitReadings(host, 8);
        driver.control("[gpu5]\nlost = yes\n");
        await().atMost(PATIENCE).until(() -> count(host, State.LOST) == 1);

        // Events between two waits are not heard, so one follows the other until one is.
        var events = new AtomicInteger();
        await().atMost(PATIENCE).until(() -> {
            driver.control("[gpu5]\nlost = yes\n[gpu4]\nevent.%d = xid:79\n".formatted(events.incrementAndGet()));
            return count(host, State.UNHEALTHY) == 1;
        });

        assertThat(count(host, State.LOST)).isEqualTo(1);
    }

    @Test
    void triesAgainWhileTheDriverIsNotReady() {
        var tries = new AtomicInteger();

        GpuHost host = open(() -> {
            if (tries.incrementAndGet() < 3) {
                throw new NvmlException("nvmlInit_v2", NvmlStatus.DRIVER_NOT_LOADED);
            }
            return load();
        });
        await().atMost(PATIENCE).until(() -> host.problem().contains("Driver Not Loaded"));
        awaitReadings(host, 8);

        assertThat(tries.get()).isEqualTo(3);
        assertThat(host.problem()).isEmpty();
    }

    @Test
    void theInventoryOfEachProfileHasItsLinks() {
        GpuHost host = open(this::load);
        awaitReadings(host, 8);

        Inventory inventory = Inventory.of(host.states());

        assertThat(inventory.devices()).extracting(Inventory.Entry::slot).isEqualTo(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        assertThat(inventory.links())
                .hasSize(28)
                .allMatch(link -> link.switched() && link.nvLinkUsableCount() == 12 && link.peerAccess());
        assertThat(inventory.rooms(4).values())
                .hasSize(8)
                .allMatch(room -> room.memoryMib() > 39_000 && room.memoryMib() < 41_000 && room.splitCount() == 4);
    }

    private Nvml load() {
        return ForeignNvml.load(driver.library());
    }

    private GpuHost open(Supplier<Nvml> source) {
        var host = new GpuHost(source, 50, HANG_AFTER_MILLIS, () -> System.nanoTime() / 1_000_000);
        opened = Optional.of(host);
        host.start();
        return host;
    }

    private static void awaitReadings(GpuHost host, int count) {
        await().atMost(PATIENCE)
                .until(() -> host.states().stream()
                                .filter(gpu -> gpu.reading().isPresent())
                                .count()
                        == count);
    }

    private static long count(GpuHost host, State state) {
        return host.states().stream()
                .filter(gpu -> gpu.health().state() == state)
                .count();
    }

    private static long newest(GpuHost host) {
        return host.states().stream()
                .flatMap(gpu -> gpu.reading().stream())
                .mapToLong(GpuReading::takenUnixMillis)
                .max()
                .orElse(0);
    }
}
