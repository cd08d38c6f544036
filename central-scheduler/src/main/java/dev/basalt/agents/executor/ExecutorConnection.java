package dev.basalt.agents.executor;

import dev.basalt.agents.BadMessageException;
import dev.basalt.agents.Protocol;
import dev.basalt.core.machine.Event;
import dev.basalt.proto.executor.v1.Attach;
import dev.basalt.proto.executor.v1.AttachAccepted;
import dev.basalt.proto.executor.v1.AttachRefused;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.RunRefused;
import dev.basalt.transport.Outbound;
import dev.basalt.wire.ReasonWire;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stream of one executor, from its attach to its end. gRPC calls it from one thread at a time. */
final class ExecutorConnection implements StreamObserver<ExecutorReport> {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorConnection.class);
    private static final long RETRY_MILLIS = 200;

    private final Executors executors;
    private final Outbound<ExecutorCommand> outbound;
    private @Nullable NodeTasks tasks;
    private String nodeName = "";

    ExecutorConnection(Executors executors, Outbound<ExecutorCommand> outbound) {
        this.executors = executors;
        this.outbound = outbound;
    }

    @Override
    public void onNext(ExecutorReport report) {
        try {
            take(report);
        } catch (BadMessageException bad) {
            refuse("BadMessage", String.valueOf(bad.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            refuse("ShuttingDown", "the scheduler is going down");
        }
    }

    @Override
    public void onError(Throwable broken) {
        detach();
    }

    @Override
    public void onCompleted() {
        detach();
        outbound.complete();
    }

    private void take(ExecutorReport report) throws BadMessageException, InterruptedException {
        NodeTasks known = tasks;
        if (known == null) {
            if (!report.hasAttach()) {
                throw new BadMessageException("the first message must be an attach, is " + report.getReportCase());
            }
            attach(report.getAttach());
            return;
        }
        switch (report.getReportCase()) {
            case ATTACH -> throw new BadMessageException("a second attach came on one stream. Maybe connect again.");
            case STARTED ->
                executors.tell(known, known.started(report.getStarted().getTask()));
            case EXITED -> executors.tell(known, known.exited(report.getExited()));
            case RUN_REFUSED -> executors.tell(known, refused(known, report.getRunRefused()));
            case FORGOTTEN ->
                executors.tell(known, known.forgotten(report.getForgotten().getTask()));
            case LOG_CHUNK -> executors.logs().take(report.getLogChunk());
            case CHECKPOINT_REQUESTED ->
                LOG.info(
                        "checkpoint requested pod={} delivered={}",
                        report.getCheckpointRequested().getTask().getPodUid(),
                        report.getCheckpointRequested().getDelivered());
            case REPORT_NOT_SET -> LOG.debug("skip a report of a newer executor node={}", nodeName);
        }
    }

    private void attach(Attach attach) throws BadMessageException, InterruptedException {
        int protocol = Protocol.agree(attach.getMinProtocol(), attach.getMaxProtocol());
        Optional<Event.Session> session = executors.session(attach.getNode());
        long epoch = executors.epoch();
        if (session.isEmpty() || !session.get().agentInstance().equals(attach.getAgentInstance())) {
            refuse(
                    "NoHello",
                    "the agent of node '" + attach.getNode()
                            + "' has not said hello, or another instance of it has."
                            + " Maybe attach again after the welcome.");
            return;
        }
        if (epoch == 0) {
            refuse("NotLeading", "this scheduler does not lead yet. Maybe attach again.");
            return;
        }
        nodeName = attach.getNode();
        NodeTasks known = executors.tasks(nodeName);
        tasks = known;
        AttachAccepted accepted = AttachAccepted.newBuilder()
                .setEpoch(epoch)
                .setProtocol(protocol)
                .build();
        LOG.info("executor attached node={} tasks={}", nodeName, attach.getTasksCount());
        executors.tell(known, known.attach(outbound, session.get(), accepted, attach.getTasksList()));
    }

    private static List<NodeTasks.News> refused(NodeTasks known, RunRefused refused) {
        String why = refused.getMessage().isEmpty() ? ReasonWire.line(refused.getReason()) : refused.getMessage();
        return known.refused(refused.getTask(), why);
    }

    private void refuse(String code, String message) {
        LOG.warn("refuse executor node={} code={}: {}", nodeName, code, message);
        outbound.send(ExecutorCommand.newBuilder()
                .setAttachRefused(AttachRefused.newBuilder()
                        .setReason(ReasonWire.of(code, message))
                        .setMessage(message)
                        .setRetryAfterMillis(RETRY_MILLIS))
                .build());
        detach();
        outbound.complete();
    }

    private void detach() {
        NodeTasks known = tasks;
        if (known != null) {
            known.detach(outbound);
            executors.logs().detached(nodeName);
            LOG.info("executor gone node={}", nodeName);
        }
    }
}
