package dev.basalt.cli.command;

import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.reach.Answers;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.cli.text.Screen;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * What surrounds a command.
 *
 * @param screen where it writes
 * @param input what {@code -f -} reads
 * @param environment variables of the process
 * @param clock for ages
 */
public record Context(Screen screen, InputStream input, Map<String, String> environment, InstantSource clock) {
    /** Prints what went wrong; the program's name stands before sentences, not before details. */
    public void tell(CommandFailed failure) {
        failure.lines().forEach(line -> screen.note(line.startsWith(" ") ? line : "basalt: " + line));
    }

    /** Connects, calls, and turns the server's errors into sentences. */
    int reaching(ServerOptions server, ToIntFunction<Reach> work) {
        try (Reach reach = Reach.to(server.server, server.tokenFile, environment)) {
            try {
                return work.applyAsInt(reach);
            } catch (StatusRuntimeException refused) {
                throw Answers.failure(refused, reach.address());
            }
        }
    }
}
