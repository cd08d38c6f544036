package dev.basalt.agents.executor;

import dev.basalt.proto.executor.v1.CloseLog;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.LogChunk;
import dev.basalt.proto.executor.v1.ReadLog;
import dev.basalt.transport.Outbound;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Passes output of tasks on to whoever reads it. A slow reader makes nobody wait: it is read for again when it has
 * caught up.
 */
public final class LogBroker {
    /** Why a reader gets no more when the executor goes away. */
    static final String GONE = "the node's agent went away. Maybe ask again from the last offset once it is back";

    private final Function<String, @Nullable Outbound<ExecutorCommand>> executors;
    private final ConcurrentHashMap<Long, LogReader> readers = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();

    /** @param executors the stream to a node's executor, or null while there is none */
    LogBroker(Function<String, @Nullable Outbound<ExecutorCommand>> executors) {
        this.executors = executors;
    }

    /**
     * What to read.
     *
     * @param nodeName where the task is
     * @param podUid pod
     * @param container container
     * @param offsetBytes where to begin
     * @param tailLineCount begins so many lines before the end instead; 0 is not said
     * @param follow whether to go on as output comes
     */
    public record Source(
            String nodeName, String podUid, String container, long offsetBytes, int tailLineCount, boolean follow) {}

    /** Begins to read; empty while the node's executor is not attached. */
    public Optional<LogReader> open(Source source) {
        LogReader reader = new LogReader(this, nextId.incrementAndGet(), source);
        readers.put(reader.id(), reader);
        if (!ask(reader, source.offsetBytes(), source.tailLineCount())) {
            readers.remove(reader.id());
            return Optional.empty();
        }
        return Optional.of(reader);
    }

    void take(LogChunk chunk) {
        LogReader reader = readers.get(chunk.getReaderId());
        if (reader != null) {
            reader.take(chunk);
        }
    }

    /** A node's executor is gone: who reads from it is told. */
    void detached(String nodeName) {
        readers.values().stream()
                .filter(reader -> reader.source().nodeName().equals(nodeName))
                .forEach(reader -> reader.breakOff(GONE));
    }

    boolean ask(LogReader reader, long offsetBytes, int tailLineCount) {
        Source source = reader.source();
        return send(
                source,
                ExecutorCommand.newBuilder()
                        .setReadLog(ReadLog.newBuilder()
                                .setTask(RunMessages.key(source.podUid(), source.container()))
                                .setReaderId(reader.id())
                                .setOffsetBytes(offsetBytes)
                                .setTailLineCount(tailLineCount)
                                .setFollow(source.follow()))
                        .build());
    }

    void stopSending(LogReader reader) {
        send(
                reader.source(),
                ExecutorCommand.newBuilder()
                        .setCloseLog(CloseLog.newBuilder().setReaderId(reader.id()))
                        .build());
    }

    void close(LogReader reader) {
        readers.remove(reader.id());
        stopSending(reader);
    }

    private boolean send(Source source, ExecutorCommand command) {
        Outbound<ExecutorCommand> outbound = executors.apply(source.nodeName());
        return outbound != null && outbound.send(command);
    }
}
