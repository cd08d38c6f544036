package dev.basalt.server;

import com.google.protobuf.ByteString;
import dev.basalt.admin.AdminEndpoint;
import dev.basalt.admin.AnswersPort;
import dev.basalt.admin.HistoryPort;
import dev.basalt.admin.LogPort;
import dev.basalt.admin.query.AdminErrors;
import dev.basalt.admin.show.Readings;
import dev.basalt.admin.show.Times;
import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.executor.LogBroker;
import dev.basalt.agents.executor.LogReader;
import dev.basalt.ledger.Answers;
import dev.basalt.ledger.History;
import dev.basalt.proto.agent.v1.DeviceSample;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.storage.v1.StoredAnswer;
import dev.basalt.proto.types.v1.Decision;
import dev.basalt.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What one adapter asks for, answered by another; adapters do not know each other. */
final class Ports {
    private Ports() {}

    static Readings readings(AgentRegistry agents) {
        return nodeName -> agents.reading(nodeName)
                .map(reading -> new Readings.Reading(
                        reading.agentVersion(), reading.driverVersion(), samples(reading.heartbeat())));
    }

    private static Map<String, DeviceSample> samples(@org.jspecify.annotations.Nullable Heartbeat heartbeat) {
        TreeMap<String, DeviceSample> samples = new TreeMap<>();
        if (heartbeat != null) {
            heartbeat.getDevicesList().forEach(sample -> samples.put(sample.getDeviceUuid(), sample));
        }
        return samples;
    }

    static AdminEndpoint.Identity identity(Foundation base, String mode) {
        return new AdminEndpoint.Identity(Foundation.VERSION, base.schedulerId, base.beganUnixMillis, mode);
    }

    static HistoryPort history(History history) {
        return new HistoryPort() {
            @Override
            public Optional<Decision> find(long id) {
                return history.find(id);
            }

            @Override
            public void scan(long beforeId, Predicate<Decision> visitor) {
                history.scan(beforeId, visitor);
            }
        };
    }

    static AnswersPort answers(Answers answers) {
        return new AnswersPort() {
            @Override
            public Optional<StoredAnswer> find(String requestId) {
                return answers.find(requestId);
            }

            @Override
            public void put(String requestId, StoredAnswer answer) {
                try {
                    answers.put(requestId, answer);
                } catch (StoreException full) {
                    throw AdminErrors.unavailable(
                            "ANSWER_NOT_STORED",
                            "it was done, but the answer could not be kept for repeats: " + full.getMessage()
                                    + ". Maybe look how things stand before asking again.");
                }
            }
        };
    }

    static LogPort logs(LogBroker broker) {
        return source -> broker.open(new LogBroker.Source(
                        source.nodeName(),
                        source.podUid(),
                        source.container(),
                        source.offsetBytes(),
                        source.tailLineCount(),
                        source.follow()))
                .map(Ports::reader);
    }

    private static LogPort.Reader reader(LogReader reader) {
        return new LogPort.Reader() {
            @Override
            public LogPort.Piece next() throws InterruptedException {
                return switch (reader.next()) {
                    case LogReader.Next.Chunk next ->
                        new LogPort.Piece(
                                next.chunk().getOffsetBytes(),
                                next.chunk().getContent(),
                                next.chunk().getEnd(),
                                "");
                    case LogReader.Next.End end -> new LogPort.Piece(0, ByteString.EMPTY, true, "");
                    case LogReader.Next.Broken broken -> new LogPort.Piece(0, ByteString.EMPTY, true, broken.why());
                };
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }

    /** Gives back the times that history knows. */
    static void restore(Times times, History history) {
        List<Decision> newestFirst = new ArrayList<>();
        history.scan(Long.MAX_VALUE, newestFirst::add);
        newestFirst.reversed().forEach(times::restore);
    }
}
