package dev.basalt.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which scheduler a command talks to. */
public final class ServerOptions {
    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            description = "Scheduler to talk to. Default: the one that runs for you on this machine.")
    @Nullable
    public String server;

    @Option(names = "--token-file", paramLabel = "FILE", description = "File with the token to show it.")
    @Nullable
    public Path tokenFile;
}
