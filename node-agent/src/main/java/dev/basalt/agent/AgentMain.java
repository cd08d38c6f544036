package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.agent.config.AgentConfig.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** {@code basalt agent}: reads the config, builds the agent, runs it until it is told to stop. */
public final class AgentMain {
    private AgentMain() {}

    /** Exit codes: 0 stopped, 1 could not start, 2 wrong settings. */
    public static void main(String[] arguments) throws InterruptedException {
        if (List.of(arguments).contains("--help")) {
            System.out.print(AgentConfig.USAGE);
            return;
        }
        Reading reading = AgentConfig.read(List.of(arguments));
        if (reading instanceof Reading.Ready ready) {
            CompletableFuture<Integer> exitCode = new CompletableFuture<>();
            exitCode.complete(run(ready.config(), exitCode));
            System.exit(exitCode.join());
        }
        if (reading instanceof Reading.Wrong wrong) {
            wrong.mistakes().forEach(mistake -> System.err.println("basalt agent: " + mistake));
            System.exit(2);
        }
    }

    private static int run(AgentConfig config, CompletableFuture<Integer> exitCode) throws InterruptedException {
        var stop = new CountDownLatch(1);
        try (var agent = new Agent(config)) {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(new StopHook(stop, exitCode)));
            agent.start();
            stop.await();
            return 0;
        } catch (FileSystemException folder) {
            System.err.println("basalt agent: " + folder.getFile() + " cannot be used (" + reason(folder)
                    + "). Maybe choose another --state-dir, or look at its permissions and its disk");
            return 1;
        } catch (IOException | UncheckedIOException | IllegalArgumentException failed) {
            System.err.println("basalt agent: " + failed.getMessage());
            return 1;
        }
    }

    /** The system's word for it, or else the kind of failure, whose message is the path alone. */
    private static String reason(FileSystemException folder) {
        return switch (folder) {
            case AccessDeniedException denied -> "access denied";
            case NoSuchFileException missing -> "it cannot be made there";
            case FileAlreadyExistsException taken -> "a file is there";
            case FileSystemException other -> String.valueOf(other.getReason());
        };
    }

    /**
     * Asks the main thread to stop, and ends the JVM with its exit code when it has: being told to stop is no failure,
     * and a signal alone would make it 143.
     */
    private record StopHook(CountDownLatch stop, CompletableFuture<Integer> exitCode) implements Runnable {
        @Override
        public void run() {
            stop.countDown();
            Runtime.getRuntime().halt(exitCode.join());
        }
    }
}
