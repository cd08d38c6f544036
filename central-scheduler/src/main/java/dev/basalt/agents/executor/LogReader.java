package dev.basalt.agents.executor;

import dev.basalt.proto.executor.v1.LogChunk;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * One reader of one task's output. Chunks come in the order of the output, each once. When too many wait, the executor
 * is told to stop, and asked to go on from there when they have been read.
 */
public final class LogReader implements AutoCloseable {
    private static final int MOST_WAITING = 64;

    private final LogBroker broker;
    private final long id;
    private final LogBroker.Source source;
    private final ArrayDeque<LogChunk> waiting = new ArrayDeque<>();
    private long nextOffset = -1;
    private boolean paused;
    private boolean ended;
    private String broken = "";

    LogReader(LogBroker broker, long id, LogBroker.Source source) {
        this.broker = broker;
        this.id = id;
        this.source = source;
    }

    long id() {
        return id;
    }

    LogBroker.Source source() {
        return source;
    }

    /** What a reader gets next. */
    public sealed interface Next {
        /** A piece of output. */
        record Chunk(LogChunk chunk) implements Next {}

        /** There is no more. */
        record End() implements Next {}

        /** There may be more, but it does not come; {@code why} is for people to read. */
        record Broken(String why) implements Next {}
    }

    /** Waits for the next piece, until it is closed. */
    public Next next() throws InterruptedException {
        boolean resume;
        Optional<Next> next;
        synchronized (this) {
            while (waiting.isEmpty() && !ended && broken.isEmpty()) {
                wait();
            }
            LogChunk chunk = waiting.poll();
            next = chunk != null
                    ? Optional.of(new Next.Chunk(chunk))
                    : Optional.of(ended ? new Next.End() : new Next.Broken(broken));
            resume = paused && waiting.isEmpty();
            paused &= !resume;
        }
        if (resume && !broker.ask(this, nextOffset, 0)) {
            breakOff(LogBroker.GONE);
        }
        return next.orElseThrow();
    }

    @Override
    public void close() {
        broker.close(this);
        breakOff("nobody reads it any more");
    }

    void take(LogChunk chunk) {
        boolean full;
        if (!chunk.getProblem().isEmpty()) {
            breakOff(chunk.getProblem());
            return;
        }
        synchronized (this) {
            boolean isRepeat = nextOffset >= 0 && chunk.getOffsetBytes() < nextOffset;
            if (paused || ended || isRepeat) {
                return;
            }
            waiting.add(chunk);
            nextOffset = chunk.getOffsetBytes() + chunk.getContent().size();
            ended = chunk.getEnd();
            full = waiting.size() >= MOST_WAITING && !ended;
            paused = full;
            notifyAll();
        }
        if (full) {
            broker.stopSending(this);
        }
    }

    synchronized void breakOff(String why) {
        broken = broken.isEmpty() ? why : broken;
        notifyAll();
    }
}
