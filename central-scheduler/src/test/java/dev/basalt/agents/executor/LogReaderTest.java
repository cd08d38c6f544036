package dev.basalt.agents.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.basalt.agents.RecordedStream;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorCommand.CommandCase;
import dev.basalt.proto.executor.v1.LogChunk;
import dev.basalt.transport.Outbound;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LogReaderTest {
    private final RecordedStream<ExecutorCommand> stream = new RecordedStream<>();
    private final Outbound<ExecutorCommand> outbound = new Outbound<>(stream, 1_000);
    private final LogBroker broker = new LogBroker(node -> node.equals("node-1") ? outbound : null);

    @Test
    void stopsTheExecutorWhenItIsSlowAndGoesOnWhereItWas() throws Exception {
        LogReader reader = broker.open(source("node-1")).orElseThrow();
        stream.sent();

        for (int piece = 0; piece < 100; piece++) {
            broker.take(chunk(reader, piece, false));
        }
        var whileSlow = stream.sent();
        long read = 0;
        for (int piece = 0; piece < 64; piece++) {
            read = ((LogReader.Next.Chunk) reader.next()).chunk().getOffsetBytes();
        }
        var whenRead = stream.sent();
        broker.take(chunk(reader, 64, true));

        assertEquals(CommandCase.CLOSE_LOG, whileSlow.getFirst().getCommandCase());
        assertEquals(63, read);
        assertEquals(64, whenRead.getFirst().getReadLog().getOffsetBytes());
        assertEquals(64, ((LogReader.Next.Chunk) reader.next()).chunk().getOffsetBytes());
        assertEquals(new LogReader.Next.End(), reader.next());
    }

    @Test
    void givesEachPieceOnce() throws Exception {
        LogReader reader = broker.open(source("node-1")).orElseThrow();

        broker.take(chunk(reader, 0, false));
        broker.take(chunk(reader, 0, false));
        broker.take(chunk(reader, 1, true));

        assertEquals(0, ((LogReader.Next.Chunk) reader.next()).chunk().getOffsetBytes());
        assertEquals(1, ((LogReader.Next.Chunk) reader.next()).chunk().getOffsetBytes());
    }

    @Test
    void tellsItsReaderWhenTheExecutorIsGone() throws Exception {
        LogReader reader = broker.open(source("node-1")).orElseThrow();

        broker.detached("node-1");

        assertEquals(new LogReader.Next.Broken(LogBroker.GONE), reader.next());
        assertThat(broker.open(source("node-2"))).isEmpty();
    }

    @Test
    void saysWhyAnExecutorGivesNoMore() throws InterruptedException {
        LogReader reader = broker.open(source("node-1")).orElseThrow();

        broker.take(LogChunk.newBuilder()
                .setReaderId(reader.id())
                .setEnd(true)
                .setProblem("the disk failed")
                .build());

        assertEquals(new LogReader.Next.Broken("the disk failed"), reader.next());
    }

    @Test
    void letsWhoeverWaitsGoOnWhenItIsClosed() throws InterruptedException {
        LogReader reader = broker.open(source("node-1")).orElseThrow();
        Thread closer = Thread.ofVirtual().start(reader::close);

        assertEquals(new LogReader.Next.Broken("nobody reads it any more"), reader.next());
        closer.join();
    }

    private static LogBroker.Source source(String node) {
        return new LogBroker.Source(node, "p1", "main", 0, 0, true);
    }

    private static LogChunk chunk(LogReader reader, long offset, boolean end) {
        return LogChunk.newBuilder()
                .setReaderId(reader.id())
                .setOffsetBytes(offset)
                .setContent(ByteString.copyFromUtf8("x"))
                .setEnd(end)
                .build();
    }
}
