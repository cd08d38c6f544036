package dev.basalt.kube.watch;

import static org.awaitility.Awaitility.await;

import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.lease.ApiLease;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.LeaderLease;
import java.time.Duration;

/** Leads a namespace by a lease of its own, so that writers may write. */
record Leader(ApiCalls calls, Fence fence, LeaderLease lease) implements AutoCloseable {
    Leader(ApiCalls calls, String namespace) {
        this(calls, new Fence(Leader::nowMillis), namespace);
    }

    private Leader(ApiCalls calls, Fence fence, String namespace) {
        this(
                calls,
                fence,
                LeaderLease.on(
                        new ApiLease(calls, namespace, "leader"),
                        new LeaderLease.Terms("test", "127.0.0.1:1", 30_000, 20_000, 1_000),
                        fence,
                        Leader::nowMillis,
                        new Nobody()));
        lease.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> fence.epoch() > 0);
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }

    private record Nobody() implements LeaderLease.Listener {
        @Override
        public void gained(long epoch) {}

        @Override
        public void lost(long epoch) {}
    }

    @Override
    public void close() {
        lease.close();
    }
}
