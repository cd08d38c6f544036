package dev.basalt.kubernetes;

import dev.basalt.core.machine.Effect;
import dev.basalt.kubernetes.call.ApiConnection;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.ApiLease;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.LeaderLease;
import dev.basalt.kubernetes.watch.WatchPace;
import dev.basalt.kubernetes.watch.Watches;
import dev.basalt.kubernetes.write.ApiWriter;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kubernetes cluster as the rest of the scheduler knows it: what it says goes into the inbox, whether this process
 * leads or not; effects go out through it while it leads.
 */
public final class KubernetesAdapter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesAdapter.class);

    /** A scheduler of this name takes Volcano's place. */
    private static final String VOLCANO = "volcano";

    private final Terms terms;
    private final ApiConnection connection;
    private final Directory directory = new Directory();
    private final Fence fence;
    private final LongSupplier monotonicMillis;
    private final ApiWriter writer;
    private final Watches watches;
    private volatile @Nullable LeaderLease lease;

    /**
     * How it works.
     *
     * @param kubeconfig how the API server is reached; empty as pods of the cluster do
     * @param schedulerNames pods of these scheduler names are ours
     * @param identity unique to this process
     * @param leaseNamespace namespace of the lease
     * @param leaseName name of the lease
     * @param leaseMillis how long it lasts
     * @param renewMillis how long a leader acts that cannot renew it
     * @param retryMillis time between two tries
     * @param bindTimeoutMillis time a bind may take
     * @param mostBindsInFlight binds that are under way at once
     * @param writesQueueStatus whether queues' statuses are ours to write
     */
    public record Terms(
            Optional<Path> kubeconfig,
            List<String> schedulerNames,
            String identity,
            String leaseNamespace,
            String leaseName,
            long leaseMillis,
            long renewMillis,
            long retryMillis,
            long bindTimeoutMillis,
            int mostBindsInFlight,
            boolean writesQueueStatus) {
        public Terms {
            schedulerNames = List.copyOf(schedulerNames);
        }
    }

    /** Connects to nothing yet. */
    public KubernetesAdapter(Terms terms, EventInbox inbox, ViewBoard board, WriteMeter meter) {
        this.terms = terms;
        monotonicMillis = () -> System.nanoTime() / 1_000_000;
        connection = new ApiConnection(terms.kubeconfig());
        fence = new Fence(monotonicMillis);
        writer = new ApiWriter(
                new ApiWriter.Parts(connection.calls(), fence, directory, inbox, board, meter),
                new ApiWriter.Terms(
                        terms.bindTimeoutMillis(),
                        terms.mostBindsInFlight(),
                        terms.identity(),
                        terms.writesQueueStatus(),
                        terms.schedulerNames().contains(VOLCANO),
                        this::annotations,
                        this::raise));
        watches = new Watches(new Watches.Parts(
                connection.reading(),
                inbox,
                directory,
                writer.groups(),
                terms.schedulerNames(),
                WatchPace.DEFAULT,
                System.nanoTime()));
    }

    /** Begins to follow the cluster. */
    public void follow() {
        watches.start();
        writer.start();
    }

    /**
     * Begins to seek the lease.
     *
     * @param address where agents and users reach this process, {@code host:port}
     * @param listener told when it is gained and lost; must not wait
     */
    public void lead(String address, LeaderLease.Listener listener) {
        LeaderLease sought = LeaderLease.on(
                new ApiLease(connection.calls(), terms.leaseNamespace(), terms.leaseName()),
                new LeaderLease.Terms(
                        terms.identity(), address, terms.leaseMillis(), terms.renewMillis(), terms.retryMillis()),
                fence,
                monotonicMillis,
                listener);
        lease = sought;
        sought.start();
    }

    /** Where the leader is when it is another; empty when this process leads or nobody is known to. */
    public Optional<String> leaderElsewhere() {
        LeaderLease sought = lease;
        return sought == null ? Optional.empty() : sought.leaderElsewhere();
    }

    /** Whether this process may act. */
    public Fence fence() {
        return fence;
    }

    /** What decisions become. */
    public ApiWriter writer() {
        return writer;
    }

    /** Where the API server is, for people. */
    public String server() {
        return connection.server();
    }

    /** Lets what is under way be done, then stops acting and gives the lease back. */
    public void stepDown(long drainMillis) throws InterruptedException {
        boolean isDone = writer.drain(drainMillis);
        LeaderLease sought = lease;
        if (sought != null) {
            sought.close();
        }
        if (!isDone) {
            LOG.warn("binds and evictions still under way count={}", writer.inFlight());
        }
    }

    /** Ends when the watches do; exceptionally when they broke, and then this process must not go on leading. */
    public CompletableFuture<Void> ended() {
        return watches.ended();
    }

    /** What is wrong with following the cluster; empty when nothing is. */
    public String trouble() {
        return String.join(
                "; ",
                watches.status().stream()
                        .filter(status -> !status.trouble().isEmpty())
                        .map(status -> status.kind() + ": " + status.trouble())
                        .toList());
    }

    /** Kinds that cannot be followed now. */
    public long troubledWatches() {
        return watches.status().stream()
                .filter(status -> !status.trouble().isEmpty())
                .count();
    }

    @Override
    public void close() {
        watches.stop();
        writer.close();
        connection.close();
    }

    private Map<String, String> annotations(Effect.Bind bind) {
        Directory.Group group = directory.group(bind.gangUid());
        return BindAnnotations.encode(bind, group == null ? "" : group.name());
    }

    private void raise(long epoch) {
        LeaderLease sought = lease;
        if (sought != null) {
            sought.raise(epoch);
        }
    }
}
