package dev.basalt.agent.link;

import com.google.protobuf.ByteString;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.run.LogTail;
import dev.basalt.agent.run.RunRefusal;
import dev.basalt.agent.run.TaskBook;
import dev.basalt.agent.run.TaskEvent;
import dev.basalt.agent.wire.ReasonWire;
import dev.basalt.agent.wire.TaskWire;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.executor.v1.Attach;
import dev.basalt.proto.executor.v1.CheckpointRequested;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.ExecutorServiceGrpc;
import dev.basalt.proto.executor.v1.LogChunk;
import dev.basalt.proto.executor.v1.ReadLog;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.RunRefused;
import dev.basalt.proto.executor.v1.Stop;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversation about tasks, while the node is linked. What happened is told again after each attach, from what is
 * on disk, so that nothing waits here for long. Lives on the agent's loop, which calls {@link #tick} often.
 */
public final class TaskLink {
    private static final Logger LOG = LoggerFactory.getLogger(TaskLink.class);
    private static final int PROTOCOL = 1;
    private static final int MOST_WAITING = 1024;
    private static final int MOST_READERS = 64;
    private static final int PIECES_PER_TICK = 16;
    private static final long FIRST_RETRY_MILLIS = 250;
    private static final long LAST_RETRY_MILLIS = 10_000;

    private record Reader(ContainerKey task, LogTail tail) {}

    private record CheckpointNotSupported() {}

    private final Executor loop;
    private final NodeLink nodeLink;
    private final TaskBook tasks;
    private final LimitKeeper limits;
    private final NodePort node;
    private final Backoff backoff;
    private final Deque<ExecutorReport> waiting = new ArrayDeque<>();
    private final Map<Long, Reader> readers = new TreeMap<>();
    private boolean attached;
    private long nextTryMillis;
    private @Nullable ManagedChannel usedChannel;
    private @Nullable DuplexStream<ExecutorReport, ExecutorCommand> stream;

    /** Does not attach before the node is linked. */
    public TaskLink(Executor loop, NodeLink nodeLink, TaskBook tasks, LimitKeeper limits, NodePort node) {
        this.loop = loop;
        this.nodeLink = nodeLink;
        this.tasks = tasks;
        this.limits = limits;
        this.node = node;
        this.backoff = new Backoff(FIRST_RETRY_MILLIS, LAST_RETRY_MILLIS, new Random());
    }

    /** Tells what happened. Without a stream nothing waits: it will all be told at the next attach. */
    public void tell(List<TaskEvent> events) {
        if (attached) {
            events.forEach(event -> waiting.add(TaskWire.report(event)));
        }
    }

    /** Does what is due. */
    public void tick(long nowMillis) {
        Optional<ManagedChannel> channel = nodeLink.channel();
        if (channel.isEmpty() || (stream != null && !channel.get().equals(usedChannel))) {
            hangUp("the node is not linked");
        }
        if (channel.isPresent() && stream == null && nowMillis >= nextTryMillis) {
            attach(channel.get());
        }
        DuplexStream<ExecutorReport, ExecutorCommand> open = stream;
        if (!attached || open == null) {
            return;
        }
        if (waiting.size() > MOST_WAITING) {
            onEnd(Status.RESOURCE_EXHAUSTED.withDescription("too much waits to be told"));
            return;
        }
        while (!waiting.isEmpty() && open.ready()) {
            open.send(waiting.remove());
        }
        sendOutput(open);
    }

    /** Ends the conversation. */
    public void close() {
        hangUp("the agent is stopping");
        nextTryMillis = Long.MAX_VALUE;
    }

    private void attach(ManagedChannel channel) {
        var opened = new DuplexStream<ExecutorReport, ExecutorCommand>(loop, this::handle, this::onEnd);
        stream = opened;
        usedChannel = channel;
        ExecutorServiceGrpc.newStub(channel).attach(opened);
        Hello hello = node.hello();
        var attach = Attach.newBuilder()
                .setMinProtocol(PROTOCOL)
                .setMaxProtocol(PROTOCOL)
                .setNode(hello.getNode())
                .setAgentInstance(hello.getAgentInstance())
                .setHighestEpochSeen(limits.book().highestEpoch());
        tasks.views().values().forEach(view -> attach.addTasks(TaskWire.state(view.order(), view.status())));
        opened.send(ExecutorReport.newBuilder().setAttach(attach).build());
    }

    private void handle(ExecutorCommand command) {
        switch (command.getCommandCase()) {
            case ATTACH_ACCEPTED -> {
                attached = true;
                backoff.reset();
                tell(tasks.everything());
                LOG.info(
                        "attached executor epoch={}",
                        command.getAttachAccepted().getEpoch());
            }
            case ATTACH_REFUSED ->
                onEnd(Status.FAILED_PRECONDITION.withDescription(
                        "attach refused: " + command.getAttachRefused().getMessage()));
            case RUN -> onRun(command.getRun());
            case STOP -> onStop(command.getStop());
            case CHECKPOINT_NOW ->
                waiting.add(ExecutorReport.newBuilder()
                        .setCheckpointRequested(CheckpointRequested.newBuilder()
                                .setTask(command.getCheckpointNow().getTask())
                                .setReason(ReasonWire.of(new CheckpointNotSupported(), false)))
                        .build());
            case RELEASE -> {
                if (current("release", command.getRelease().getEpoch())) {
                    tell(tasks.release(TaskWire.key(command.getRelease().getTask())).stream()
                            .toList());
                }
            }
            case READ_LOG -> onReadLog(command.getReadLog());
            case CLOSE_LOG -> readers.remove(command.getCloseLog().getReaderId());
            case COMMAND_NOT_SET -> LOG.warn("skipped a command of a kind that this version does not know");
        }
    }

    private void onRun(Run run) {
        try {
            tell(tasks.run(TaskWire.order(run)).stream().toList());
        } catch (IllegalArgumentException senseless) {
            var reason = new RunRefusal.BadOrder(String.valueOf(senseless.getMessage()));
            waiting.add(ExecutorReport.newBuilder()
                    .setRunRefused(RunRefused.newBuilder()
                            .setTask(run.getTask())
                            .setReason(ReasonWire.of(reason, false))
                            .setMessage(reason.text())
                            .setEpoch(run.getEpoch())
                            .setGeneration(run.getGeneration()))
                    .build());
        }
    }

    private void onStop(Stop stop) {
        if (current("stop", stop.getEpoch())) {
            ContainerKey task = TaskWire.key(stop.getTask());
            LOG.info(
                    "stop pod={} container={} reason={}",
                    task.podUid(),
                    task.container(),
                    stop.getReason().getCode());
            tasks.stop(task, stop.hasGraceMillis() ? Optional.of(stop.getGraceMillis()) : Optional.empty());
        }
    }

    private boolean current(String command, long epoch) {
        boolean older = epoch < limits.book().highestEpoch();
        if (older) {
            LOG.warn(
                    "refuse {} of epoch {}, have seen {}",
                    command,
                    epoch,
                    limits.book().highestEpoch());
        }
        return !older;
    }

    private void onReadLog(ReadLog read) {
        ContainerKey task = TaskWire.key(read.getTask());
        Optional<Path> output = tasks.output(task);
        if (output.isEmpty()) {
            waiting.add(noOutput(
                    read.getReaderId(),
                    task,
                    "the node has no output of container '" + task.container()
                            + "'. Maybe check its name, or its pod was cleared away"));
            return;
        }
        if (readers.size() >= MOST_READERS) {
            waiting.add(noOutput(
                    read.getReaderId(),
                    task,
                    "the node is read by " + readers.size()
                            + " readers already. Maybe try again when some have ended"));
            return;
        }
        try {
            LogTail tail = read.getTailLineCount() > 0
                    ? LogTail.lastLines(output.get(), read.getTailLineCount(), read.getFollow())
                    : new LogTail(output.get(), read.getOffsetBytes(), read.getFollow());
            readers.put(read.getReaderId(), new Reader(task, tail));
        } catch (IOException unreadable) {
            waiting.add(unreadable(read.getReaderId(), task, unreadable));
        }
    }

    private void sendOutput(DuplexStream<ExecutorReport, ExecutorCommand> open) {
        for (Iterator<Map.Entry<Long, Reader>> all = readers.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Long, Reader> entry = all.next();
            if (sendPieces(open, entry.getKey(), entry.getValue())) {
                all.remove();
            }
        }
    }

    /** Answers true when the reader has got all. */
    private boolean sendPieces(DuplexStream<ExecutorReport, ExecutorCommand> open, long readerId, Reader reader) {
        for (int piece = 0; piece < PIECES_PER_TICK && open.ready(); piece++) {
            LogTail.Piece next;
            try {
                next = reader.tail().next(tasks.over(reader.task()));
            } catch (IOException unreadable) {
                open.send(unreadable(readerId, reader.task(), unreadable));
                return true;
            }
            if (next.content().length == 0 && !next.end()) {
                return false;
            }
            open.send(chunk(readerId, reader.task(), next));
            if (next.end()) {
                return true;
            }
        }
        return false;
    }

    private static ExecutorReport unreadable(long readerId, ContainerKey task, IOException failed) {
        LOG.warn("cannot read output of {}: {}", task, failed.toString());
        return noOutput(
                readerId, task, "the output cannot be read: " + failed.getMessage() + ". Maybe the disk failed");
    }

    private static ExecutorReport noOutput(long readerId, ContainerKey task, String problem) {
        return ExecutorReport.newBuilder()
                .setLogChunk(LogChunk.newBuilder()
                        .setTask(TaskWire.key(task))
                        .setReaderId(readerId)
                        .setEnd(true)
                        .setProblem(problem))
                .build();
    }

    private static ExecutorReport chunk(long readerId, ContainerKey task, LogTail.Piece piece) {
        return ExecutorReport.newBuilder()
                .setLogChunk(LogChunk.newBuilder()
                        .setTask(TaskWire.key(task))
                        .setReaderId(readerId)
                        .setOffsetBytes(piece.offset())
                        .setContent(ByteString.copyFrom(piece.content()))
                        .setEnd(piece.end()))
                .build();
    }

    private void onEnd(Status status) {
        long waitMillis = backoff.nextMillis();
        LOG.warn(
                "executor not attached, next try in {} ms: {} {}",
                waitMillis,
                status.getCode(),
                status.getDescription());
        hangUp("ended");
        nextTryMillis = System.nanoTime() / 1_000_000 + waitMillis;
    }

    private void hangUp(String why) {
        if (stream != null) {
            stream.cancel(why);
            stream = null;
        }
        usedChannel = null;
        attached = false;
        waiting.clear();
        readers.clear();
    }
}
