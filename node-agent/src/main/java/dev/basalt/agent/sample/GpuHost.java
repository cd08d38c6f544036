package dev.basalt.agent.sample;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.DriverInfo;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlEvents;
import dev.basalt.nvml.NvmlException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The GPUs of this machine. Opens NVML, again and again while the driver is not ready, gives each GPU its thread and
 * waits for events on one more. All questions are answered at once, from what was published last.
 */
public final class GpuHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuHost.class);
    private static final long FIRST_RETRY_MILLIS = 500;
    private static final long LAST_RETRY_MILLIS = 30_000;
    private static final long END_MILLIS = 2000;
    private static final long ENUMERATE_EVERY_MILLIS = 60_000;
    private static final Duration EVENT_WAIT = Duration.ofMillis(500);

    private final Supplier<Nvml> source;
    private final long periodMillis;
    private final long hangAfterMillis;
    private final LongSupplier monotonicMillis;
    private final Map<String, GpuWorker> workers = new ConcurrentSkipListMap<>();
    private final Thread starter;
    private volatile @Nullable Thread listener;
    private volatile boolean closed;
    private volatile @Nullable DriverInfo driver;
    private volatile String problem = "";

    /**
     * Does not touch the driver before {@link #start}.
     *
     * @param source opens NVML; throws {@link NvmlException} while the driver is not ready
     * @param periodMillis between two readings
     * @param hangAfterMillis a call that takes longer counts as hanging
     */
    public GpuHost(Supplier<Nvml> source, long periodMillis, long hangAfterMillis, LongSupplier monotonicMillis) {
        this.source = source;
        this.periodMillis = periodMillis;
        this.hangAfterMillis = hangAfterMillis;
        this.monotonicMillis = monotonicMillis;
        this.starter = Thread.ofPlatform().daemon().name("nvml-start").unstarted(this::run);
    }

    public void start() {
        starter.start();
    }

    /** Versions; empty while the driver is not ready. */
    public Optional<DriverInfo> driver() {
        return Optional.ofNullable(driver);
    }

    /** Why there is less than there should be, for people; empty text when all is well. */
    public String problem() {
        return problem;
    }

    /** True when NVML is open and each GPU has told what it is, or hangs. */
    public boolean settled() {
        return driver != null
                && workers.values().stream()
                        .allMatch(worker -> worker.facts().isPresent()
                                || worker.health(hangAfterMillis).state() != Health.State.HEALTHY);
    }

    /** Every GPU that was ever opened, in order of PCI address; those that never told theirs come last. */
    public List<GpuState> states() {
        return workers.values().stream()
                .map(worker ->
                        new GpuState(worker.uuid(), worker.facts(), worker.reading(), worker.health(hangAfterMillis)))
                .sorted(Comparator.comparing(
                                (GpuState state) -> state.facts()
                                        .map(facts -> facts.identity().pci())
                                        .orElse(null),
                                Comparator.nullsLast(Comparator.naturalOrder()))
                        .thenComparing(GpuState::uuid))
                .toList();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(starter);
        workers.values().forEach(GpuWorker::stop);
        workers.values().forEach(GpuWorker::awaitEnd);
        Thread waiting = listener;
        if (waiting != null) {
            awaitEnd(waiting);
        }
    }

    /** Waits a little; a thread that hangs in the driver is left behind. */
    static void awaitEnd(Thread thread) {
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        long retryMillis = FIRST_RETRY_MILLIS;
        while (!closed) {
            try {
                Nvml nvml = source.get();
                List<NvmlDevice> devices = enumerate(nvml);
                driver = nvml.driver();
                retryMillis = FIRST_RETRY_MILLIS;
                serve(nvml, devices);
            } catch (NvmlException notReady) {
                driver = null;
                problem = String.valueOf(notReady.getMessage());
                LOG.warn("the GPU driver is not ready, next try in {} ms: {}", retryMillis, notReady.getMessage());
                LockSupport.parkNanos(retryMillis * 1_000_000);
                retryMillis = Math.min(LAST_RETRY_MILLIS, retryMillis * 2);
            }
        }
    }

    /** Stays with an open library for good; NVML is never closed, because a thread may hang inside it. */
    private void serve(Nvml nvml, List<NvmlDevice> devices) {
        listener = Thread.ofPlatform().daemon().name("nvml-events").start(() -> listen(nvml, devices));
        while (!closed) {
            LockSupport.parkNanos(ENUMERATE_EVERY_MILLIS * 1_000_000);
            try {
                enumerate(nvml);
            } catch (NvmlException failed) {
                problem = String.valueOf(failed.getMessage());
                LOG.warn("the GPUs cannot be counted: {}", failed.getMessage());
            }
        }
    }

    private List<NvmlDevice> enumerate(Nvml nvml) {
        var present = new ArrayList<NvmlDevice>();
        var broken = new ArrayList<String>();
        for (DeviceSlot slot : nvml.devices()) {
            switch (slot) {
                case DeviceSlot.Present there -> present.add(there.device());
                case DeviceSlot.Unreachable gone ->
                    broken.add(gone.index() + " (" + gone.status().meaning() + ")");
            }
        }
        String next = broken.isEmpty() ? "" : "GPUs that cannot be opened, by index: " + String.join(", ", broken);
        if (!next.equals(problem) && !next.isEmpty()) {
            LOG.warn("{}", next);
        }
        problem = next;
        for (NvmlDevice device : present) {
            if (!workers.containsKey(device.uuid())) {
                var peers = present.stream()
                        .filter(other -> !other.uuid().equals(device.uuid()))
                        .toList();
                var worker = new GpuWorker(device, peers, periodMillis, monotonicMillis);
                workers.put(device.uuid(), worker);
                worker.start();
            }
        }
        return present;
    }

    /** Listens for good; a GPU that is lost ends the wait for all, so the others are listened to anew without it. */
    private void listen(Nvml nvml, List<NvmlDevice> devices) {
        while (!closed) {
            List<NvmlDevice> there =
                    devices.stream().filter(device -> !isLost(device.uuid())).toList();
            try (NvmlEvents events = nvml.listen(there)) {
                while (!closed) {
                    events.await(EVENT_WAIT).ifPresent(this::onEvent);
                }
            } catch (NvmlException broken) {
                LOG.warn("waiting for the driver's events broke off, will listen again: {}", broken.getMessage());
                LockSupport.parkNanos(periodMillis * 2_000_000);
            }
        }
    }

    private boolean isLost(String uuid) {
        GpuWorker worker = workers.get(uuid);
        return worker != null && worker.health(hangAfterMillis).state() == Health.State.LOST;
    }

    private void onEvent(NvmlEvents.NvmlEvent event) {
        if (event.kind() == NvmlEvents.Kind.XID) {
            LOG.warn("xid={} gpu={}", event.data(), event.deviceUuid().orElse("unknown"));
            event.deviceUuid().map(workers::get).ifPresent(worker -> worker.sawXid((int) event.data()));
        }
    }
}
