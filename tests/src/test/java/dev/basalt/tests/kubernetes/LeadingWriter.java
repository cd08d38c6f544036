package dev.basalt.tests.kubernetes;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.ApiConnection;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.ApiLease;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.LeaderLease;
import dev.basalt.kubernetes.write.ApiWriter;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The writing half of the adapter under a real lease, with a core whose events the test gives. */
final class LeadingWriter implements AutoCloseable {
    final Directory directory = new Directory();
    final EventInbox inbox = new EventInbox(1_000);
    final SchedulerMachine machine = new SchedulerMachine(new Policy(10_000, 10_000, 60_000, true, true));
    final ViewBoard board = new ViewBoard(machine.view());
    final ApiWriter writer;
    final Fence fence;
    private final ApiConnection connection;
    private final LeaderLease lease;
    private long nowMillis = 1;

    LeadingWriter(Path kubeconfig, String namespace, long bindTimeoutMillis) throws InterruptedException {
        connection = new ApiConnection(Optional.of(kubeconfig));
        fence = new Fence(LeadingWriter::monotonicMillis);
        CountDownLatch leads = new CountDownLatch(1);
        lease = LeaderLease.on(
                new ApiLease(connection.calls(), namespace, "basalt-scheduler"),
                new LeaderLease.Terms("writer", "127.0.0.1:1", 15_000, 10_000, 1_000),
                fence,
                LeadingWriter::monotonicMillis,
                new LeaderLease.Listener() {
                    @Override
                    public void gained(long epoch) {
                        leads.countDown();
                    }

                    @Override
                    public void lost(long epoch) {}
                });
        writer = new ApiWriter(
                new ApiWriter.Parts(connection.calls(), fence, directory, inbox, board, new Uncounted()),
                new ApiWriter.Terms(
                        bindTimeoutMillis,
                        32,
                        "writer",
                        true,
                        true,
                        bind -> BindAnnotations.encode(bind, ""),
                        lease::raise));
        lease.start();
        leads.await();
    }

    /** Lets the core take these in, and shows what it makes of them. */
    void step(List<Event> events) {
        nowMillis += 1_000;
        List<Effect> effects = machine.step(new Tick(nowMillis, System.currentTimeMillis()), events);
        board.show(machine.view());
        for (Effect effect : effects) {
            if (effect instanceof Effect.ReportStatus report) {
                writer.runOnObject(report);
            }
        }
    }

    void knows(Pod pod) {
        directory.put(new Directory.Pod(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                pod.getMetadata().getUid(),
                "",
                ""));
    }

    Effect.Bind bind(Pod pod, String nodeName, long generation) {
        return new Effect.Bind(
                fence.epoch(),
                "gang",
                new TaskId("gang", "worker", 0),
                pod.getMetadata().getUid(),
                nodeName,
                generation,
                List.of(),
                0,
                1,
                List.of(),
                0,
                30_000);
    }

    /** What became of the next effects. */
    List<Event> results() throws InterruptedException {
        return inbox.take(100, 60_000).events();
    }

    @Override
    public void close() {
        lease.close();
        writer.close();
        connection.close();
    }

    private static long monotonicMillis() {
        return System.nanoTime() / 1_000_000;
    }

    private record Uncounted() implements WriteMeter {
        @Override
        public void called(Kind kind, End end, long nanos) {}

        @Override
        public void dropped(Kind kind) {}
    }
}
