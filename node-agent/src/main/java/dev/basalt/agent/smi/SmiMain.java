package dev.basalt.agent.smi;

import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.foreign.ForeignNvml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** {@code basalt-smi}: reads flags, prints, and exits with NVML's status where there is one, as nvidia-smi does. */
public final class SmiMain {
    private SmiMain() {}

    public static void main(String[] arguments) {
        var command = new SmiCommand(
                System.out, System.err, new GpuSource(System.getenv()), Clock.system(ZoneId.systemDefault()));
        System.exit(run(command, arguments));
    }

    /** Runs a command line without ending the process; gives the exit code. */
    static int run(SmiCommand command, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(command.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(command.err(), true, StandardCharsets.UTF_8))
                .execute(arguments);
    }

    /** Where the NVML library comes from. */
    record GpuSource(Map<String, String> environment) {

        /**
         * The fake machine, the named library, the one beside the agent's state, the environment's, or the driver's.
         */
        Nvml open(Optional<String> fakeProfile, Optional<Path> library, Path stateFolder) {
            if (fakeProfile.isPresent()) {
                return ForeignNvml.load(fake(fakeProfile.get()).library());
            }
            if (library.isPresent()) {
                return ForeignNvml.load(library.get());
            }
            Path agentsFake = stateFolder.resolve("fake").resolve(Nvml.LIBRARY_NAME);
            if (Files.isReadable(agentsFake)) {
                return ForeignNvml.load(agentsFake);
            }
            String fromEnvironment = environment.getOrDefault(Nvml.LIBRARY_VARIABLE, "");
            return fromEnvironment.isEmpty() ? ForeignNvml.load() : ForeignNvml.load(Path.of(fromEnvironment));
        }

        private static FakeDriver fake(String profile) {
            try {
                Path folder = Files.createTempDirectory("basalt-smi-");
                Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> removeFolder(folder)));
                return FakeDriver.install(profile, "", folder);
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot make a folder for the fake driver", failed);
            }
        }

        private static void removeFolder(Path folder) {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException left) {
                System.err.println("basalt-smi: cannot remove " + folder + ": " + left.getMessage());
            }
        }
    }
}
