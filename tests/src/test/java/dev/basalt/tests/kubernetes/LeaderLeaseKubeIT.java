package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.fault.FaultProxy;
import dev.basalt.kubernetes.call.ApiConnection;
import dev.basalt.kubernetes.lease.ApiLease;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.LeaderLease;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LeaderLeaseKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();
    private final String namespace = plane.freshNamespace();
    private final List<Replica> replicas = new ArrayList<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        replicas.forEach(Replica::close);
    }

    @Test
    void theSecondTakesOverOnlyAfterTheFirstHasStopped() throws Exception {
        try (FaultProxy road = FaultProxy.before(plane)) {
            Replica first = replica("first", road.kubeconfig());
            String gained = told.take();
            replica("second", plane.kubeconfig());

            road.silence();
            List<String> order = List.of(told.take(), told.take());
            road.speak();

            assertThat(gained).isEqualTo("first gained 1");
            assertThat(order).containsExactly("first lost 1", "second gained 2");
            assertThat(first.fence.epoch()).isZero();
            assertThat(first.lease.leaderElsewhere()).isEmpty();
        }
    }

    @Test
    void aLeaseThatIsGivenBackIsTakenAtOnceUnderTheNextEpoch() throws Exception {
        Replica first = replica("first", plane.kubeconfig());
        told.take();
        Replica second = replica("second", plane.kubeconfig());

        first.close();

        assertThat(List.of(told.take(), told.take())).containsExactly("first lost 1", "second gained 2");
        assertThat(plane.client()
                        .leases()
                        .inNamespace(namespace)
                        .withName("basalt-scheduler")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry(ApiLease.ADDRESS, "second:7650");
        assertThat(second.fence.epoch()).isEqualTo(2);
    }

    @Test
    void aRaisedEpochIsInTheLeaseBeforeItIsTold() throws Exception {
        Replica first = replica("first", plane.kubeconfig());
        told.take();

        first.lease.raise(9);

        assertThat(told.take()).isEqualTo("first gained 9");
        assertThat(plane.client()
                        .leases()
                        .inNamespace(namespace)
                        .withName("basalt-scheduler")
                        .get()
                        .getSpec()
                        .getLeaseTransitions())
                .isEqualTo(9);
    }

    private Replica replica(String identity, Path kubeconfig) {
        Replica replica = new Replica(identity, kubeconfig);
        replicas.add(replica);
        replica.lease.start();
        return replica;
    }

    private final class Replica implements LeaderLease.Listener {
        final String identity;
        final Fence fence = new Fence(() -> System.nanoTime() / 1_000_000);
        final ApiConnection connection;
        final LeaderLease lease;
        private boolean closed;

        Replica(String identity, Path kubeconfig) {
            this.identity = identity;
            connection = new ApiConnection(Optional.of(kubeconfig));
            lease = LeaderLease.on(
                    new ApiLease(connection.calls(), namespace, "basalt-scheduler"),
                    new LeaderLease.Terms(identity, identity + ":7650", 4_000, 2_500, 300),
                    fence,
                    () -> System.nanoTime() / 1_000_000,
                    this);
        }

        @Override
        public void gained(long epoch) {
            told.add(identity + " gained " + epoch);
        }

        @Override
        public void lost(long epoch) {
            told.add(identity + " lost " + epoch);
        }

        void close() {
            if (!closed) {
                closed = true;
                lease.close();
                connection.close();
            }
        }
    }
}
