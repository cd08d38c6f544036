package dev.basalt.server;

import dev.basalt.config.ConfigException;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.store.StoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code basalt scheduler}: reads the configuration, runs until it is told to stop, and says why when it cannot. */
public final class SchedulerMain {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerMain.class);
    private static final int BAD_USE = 2;
    private static final int FAILED = 1;

    private SchedulerMain() {}

    public static void main(String[] arguments) {
        CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        exitCode.complete(run(arguments, exitCode));
        System.exit(exitCode.join());
    }

    private static int run(String[] arguments, CompletableFuture<Integer> exitCode) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(SchedulerConfig.USAGE);
            return 0;
        }
        try {
            Scheduler server = started(SchedulerConfig.from(List.of(arguments), System.getenv()));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, exitCode), "shutdown"));
            server.ended().get();
            return 0;
        } catch (ConfigException mistakes) {
            return failed(BAD_USE, mistakes.mistakes());
        } catch (FileSystemException folder) {
            return failed(
                    FAILED,
                    List.of(folder.getFile() + " cannot be used (" + reason(folder)
                            + "). Maybe choose another --state-dir or --runtime-dir,"
                            + " or look at its permissions and its disk."));
        } catch (IOException | StoreException failed) {
            return failed(FAILED, List.of(String.valueOf(failed.getMessage())));
        } catch (ExecutionException failed) {
            return failed(FAILED, List.of(String.valueOf(failed.getCause())));
        } catch (InterruptedException stopped) {
            return FAILED;
        }
    }

    private static Scheduler started(SchedulerConfig config) throws IOException, InterruptedException {
        return switch (config.mode()) {
            case STANDALONE -> new SchedulerServer(config);
            case KUBERNETES -> new KubernetesServer(config);
        };
    }

    /** Being told to stop is no failure: a signal alone would make the exit code 143. What goes wrong is logged. */
    private static void stop(Scheduler server, CompletableFuture<Integer> exitCode) {
        try {
            server.close();
        } catch (IOException | StoreException failed) {
            LOG.error("stopping failed: {}", failed.getMessage(), failed);
        }
        Runtime.getRuntime().halt(exitCode.join());
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

    private static int failed(int code, List<String> sentences) {
        sentences.forEach(sentence -> System.err.println("basalt scheduler: " + sentence));
        return code;
    }
}
