package dev.basalt.agent.sample;

import dev.basalt.agent.sample.GpuReading.InstanceReading;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.PeerStatus;
import dev.basalt.nvml.reading.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that talks to the driver about one GPU. A call that hangs costs this GPU alone: others read what was
 * published last, see since when nothing came, and never wait.
 */
final class GpuWorker {
    private static final Logger LOG = LoggerFactory.getLogger(GpuWorker.class);
    /** Slow values are read with every tenth reading, facts with every sixtieth. */
    private static final int SLOW_EVERY = 10;

    private static final int FACTS_EVERY = 60;

    private final NvmlDevice device;
    private final List<NvmlDevice> peers;
    private final long periodMillis;
    private final LongSupplier monotonicMillis;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile @Nullable GpuFacts facts;
    private volatile @Nullable GpuReading reading;
    private volatile @Nullable NvmlException failure;
    private volatile long callSinceMillis;
    private volatile String call = "";
    private volatile int lastXid;
    private List<NvmlDevice.MigSlot> instances = List.of();
    private GpuReading.@Nullable Slow slow;
    private long usesSinceMicros;

    GpuWorker(NvmlDevice device, List<NvmlDevice> peers, long periodMillis, LongSupplier monotonicMillis) {
        this.device = device;
        this.peers = List.copyOf(peers);
        this.periodMillis = periodMillis;
        this.monotonicMillis = monotonicMillis;
        this.callSinceMillis = monotonicMillis.getAsLong();
        this.thread = Thread.ofPlatform().daemon().name("gpu-" + device.uuid()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Lets the thread end when the driver lets it. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Waits a little for the thread to end. */
    void awaitEnd() {
        GpuHost.awaitEnd(thread);
    }

    String uuid() {
        return device.uuid();
    }

    Optional<GpuFacts> facts() {
        return Optional.ofNullable(facts);
    }

    Optional<GpuReading> reading() {
        return Optional.ofNullable(reading);
    }

    void sawXid(int xid) {
        lastXid = xid;
    }

    /** The verdict now; a call that takes longer than that counts as hanging. */
    Health health(long hangAfterMillis) {
        return HealthRules.judge(new HealthRules.Seen(
                hanging(hangAfterMillis), Optional.ofNullable(failure), Optional.ofNullable(reading), lastXid));
    }

    /** The call that has not come back. */
    Optional<Health.Reason.DriverCallHangs> hanging(long hangAfterMillis) {
        long since = callSinceMillis;
        long waited = since == 0 ? 0 : monotonicMillis.getAsLong() - since;
        return waited < hangAfterMillis
                ? Optional.empty()
                : Optional.of(new Health.Reason.DriverCallHangs(call, waited));
    }

    private void run() {
        for (long round = 0; !stopped; round++) {
            long began = monotonicMillis.getAsLong();
            try {
                if (facts == null || round % FACTS_EVERY == 0) {
                    facts = readFacts();
                }
                reading = read(round);
                failure = null;
            } catch (NvmlException failed) {
                if (failure == null) {
                    LOG.warn("GPU does not answer uuid={} {}", device.uuid(), failed.getMessage());
                }
                failure = failed;
            }
            idle();
            long left = periodMillis - (monotonicMillis.getAsLong() - began);
            if (left > 0 && !stopped) {
                LockSupport.parkNanos(left * 1_000_000);
            }
        }
    }

    private void enter(String name) {
        call = name;
        callSinceMillis = Math.max(1, monotonicMillis.getAsLong());
    }

    private void idle() {
        callSinceMillis = 0;
    }

    private GpuFacts readFacts() {
        enter("identity");
        var identity = device.identity();
        enter("modes");
        var modes = device.modes();
        enter("migDevices");
        instances = modes.mig().map(mig -> mig.enabled()).orElse(false) ? device.migDevices() : List.of();
        enter("nvLinks");
        var links = device.nvLinks();
        enter("topology");
        var near = peers.stream().map(this::peer).toList();
        enter("description");
        return new GpuFacts(
                identity,
                device.memory(),
                modes,
                device.affinity(),
                device.fabric(),
                device.pcie(),
                device.power(),
                links,
                near,
                instances.stream()
                        .map(slot -> new GpuFacts.Instance(
                                slot.index(), slot.instance(), slot.device().memory()))
                        .toList());
    }

    private GpuFacts.Peer peer(NvmlDevice other) {
        boolean reads = device.peerStatus(other, PeerStatus.Capability.READ)
                .map(status -> status == PeerStatus.OK)
                .orElse(false);
        return new GpuFacts.Peer(other.uuid(), device.commonAncestor(other), reads);
    }

    private GpuReading read(long round) {
        GpuReading.Slow rare = slow;
        if (rare == null || round % SLOW_EVERY == 0) {
            rare = readSlow();
            slow = rare;
        }
        enter("memory");
        var memory = device.memory();
        enter("utilization");
        var utilization = device.utilization();
        enter("power");
        var power = device.power();
        enter("thermal");
        var thermal = device.thermal();
        enter("clocks");
        var clocks = device.clocks();
        enter("processes");
        var processes = device.processes();
        enter("processUse");
        List<ProcessUse> uses = device.processUse(usesSinceMicros);
        for (ProcessUse use : uses) {
            usesSinceMicros = Math.max(usesSinceMicros, use.timestampMicros());
        }
        enter("migMemory");
        var parts = new ArrayList<InstanceReading>();
        for (NvmlDevice.MigSlot slot : instances) {
            parts.add(new InstanceReading(
                    slot.device().uuid(), slot.device().memory(), slot.device().processes()));
        }
        return new GpuReading(
                System.currentTimeMillis(), memory, utilization, power, thermal, clocks, rare, processes, uses, parts);
    }

    private GpuReading.Slow readSlow() {
        enter("ecc");
        var ecc = device.ecc();
        enter("pcie");
        var pcie = device.pcie();
        enter("nvLinks");
        List<NvLink> links = device.nvLinks();
        int usable = (int) links.stream().filter(NvLink::usable).count();
        return new GpuReading.Slow(ecc, pcie, links.size(), usable);
    }
}
