package dev.basalt.nvml.fake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One fake machine, installed in a folder of its own: a copy of the fake library with its settings beside it. Because
 * each machine has its own copy, many live in one process; because the settings are a file, another process that loads
 * the copy sees the same machine. Load it with {@code ForeignNvml.load(driver.library())}, or give a process
 * {@link #environment()}.
 *
 * <p>{@link #control} changes the machine while it runs. A task shows up as a process on a GPU by writing {@code <GPU
 * uuid> <MiB> [percent]} lines into a file named by its pid in {@link #processFolder()}.
 */
public final class FakeDriver {
    /** Profiles that come with Basalt. */
    public static final List<String> PROFILES =
            List.of("a100-pcie-bridge", "dgx1-v100", "dgxa100", "hgx-h100", "l40s-8", "rtx4090-8", "t4-1");

    private static final String LIBRARY = "libnvidia-ml.so.1";
    private static final long MOST_PROFILE_BYTES = 1L << 20;

    private final Path folder;

    private FakeDriver(Path folder) {
        this.folder = folder;
    }

    /**
     * Installs a machine, over what an earlier installation left in the folder. A process that has loaded a library of
     * that folder keeps the one it has, so give each machine of a process its own folder.
     *
     * @param profile one of {@link #PROFILES}, or the path of a profile of your own
     * @param nodeName mixed into UUIDs and serials, so that two nodes of one profile differ; the same name gives the
     *     same UUIDs
     * @param folder where to put the library, its settings, the control file and the folder of processes
     * @throws IllegalArgumentException when there is no such profile, or it is no text of a sensible size
     * @throws UncheckedIOException when the folder cannot be written
     */
    public static FakeDriver install(String profile, String nodeName, Path folder) {
        try {
            Path home = Files.createDirectories(folder).toRealPath();
            var driver = new FakeDriver(home);
            Files.createDirectories(driver.processFolder());
            String text = profileText(profile);
            Files.writeString(driver.profileFile(), text);
            if (!Files.exists(driver.controlFile())) {
                Files.writeString(driver.controlFile(), "");
            }
            Files.writeString(driver.settingsFile(), settings(driver, nodeName));
            Files.deleteIfExists(driver.errorFile());
            driver.copyLibrary(removedSymbols(text));
            return driver;
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "cannot install the fake driver in " + folder + ": " + failed.getMessage()
                            + ". Maybe look at its permissions and its disk",
                    failed);
        }
    }

    /** A machine that another process installed in that folder. */
    public static FakeDriver at(Path folder) {
        return new FakeDriver(folder);
    }

    private static String settings(FakeDriver driver, String nodeName) {
        return "profile=" + driver.profileFile() + "\ncontrol=" + driver.controlFile() + "\nprocesses="
                + driver.processFolder() + "\nseed=" + nodeName + "\n";
    }

    private static String profileText(String profile) throws IOException {
        try (InputStream own = FakeDriver.class.getResourceAsStream("/profiles/" + profile + ".ini")) {
            if (own != null) {
                return new String(own.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
        Path file = Path.of(profile);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("no fake machine profile '" + profile + "'. Maybe use one of " + PROFILES
                    + ", or the path of a file.");
        }
        if (Files.size(file) > MOST_PROFILE_BYTES) {
            throw new IllegalArgumentException("fake machine profile '" + profile + "' has " + Files.size(file)
                    + " bytes, the most is " + MOST_PROFILE_BYTES + ". Maybe it is another file.");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException binary) {
            throw new IllegalArgumentException(
                    "fake machine profile '" + profile + "' is no text in UTF-8. Maybe it is another file.", binary);
        }
    }

    /** What {@code symbols = minus:a,b} of the profile names. */
    private static List<String> removedSymbols(String profile) {
        var removed = new ArrayList<String>();
        for (String line : profile.lines().toList()) {
            String[] parts = line.replaceFirst("\\s[;#].*", "").split("=", 2);
            if (parts.length == 2
                    && parts[0].trim().equals("symbols")
                    && parts[1].trim().startsWith("minus:")) {
                removed.addAll(
                        List.of(parts[1].trim().substring("minus:".length()).split("[, ]+")));
            }
        }
        return removed;
    }

    private void copyLibrary(List<String> removedSymbols) throws IOException {
        byte[] library;
        try (InputStream built = FakeDriver.class.getResourceAsStream("/native/" + LIBRARY)) {
            if (built == null) {
                throw new IllegalStateException("the class path has no native/" + LIBRARY
                        + ". Maybe build nvml-ffi first: ./mvnw -pl nvml-ffi process-resources");
            }
            library = built.readAllBytes();
        }
        SymbolCut.remove(library, removedSymbols);
        // A process that has the old copy mapped keeps it: a new file, moved over the old name.
        Path fresh = Files.createTempFile(folder, LIBRARY, ".new");
        Files.write(fresh, library);
        Files.move(fresh, library(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The library to load. */
    public Path library() {
        return folder.resolve(LIBRARY);
    }

    /** Follows changes while the machine runs; the same sections and keys as a profile. */
    public Path controlFile() {
        return folder.resolve("control.ini");
    }

    /** One file for each real process on a GPU, named by its pid. */
    public Path processFolder() {
        return folder.resolve("processes");
    }

    private Path profileFile() {
        return folder.resolve("profile.ini");
    }

    private Path settingsFile() {
        return folder.resolve(LIBRARY + ".conf");
    }

    private Path errorFile() {
        return folder.resolve(LIBRARY + ".conf.error");
    }

    /** Environment for a process that should see this machine. */
    public Map<String, String> environment() {
        return Map.of("BASALT_NVML_LIBRARY", library().toString());
    }

    /**
     * Lets calls return at once instead of taking a real driver's time; for tests of many nodes. Takes effect at the
     * next load.
     */
    public FakeDriver withoutLatency() {
        try {
            String settings = Files.readString(settingsFile());
            Files.writeString(settingsFile(), settings + "latency=off\n");
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot change " + settingsFile(), failed);
        }
    }

    /** Writes one line for each call into that file: thread, function, GPU. Takes effect at the next load. */
    public FakeDriver tracingTo(Path trace) {
        try {
            String settings = Files.readString(settingsFile());
            Files.writeString(settingsFile(), settings + "trace=" + trace + "\n");
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot change " + settingsFile(), failed);
        }
    }

    /** Replaces the control file; the machine is the profile and this, from the next call on. */
    public void control(String text) {
        try {
            Path fresh = Files.createTempFile(folder, "control", ".new");
            Files.writeString(fresh, text);
            Files.move(fresh, controlFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write " + controlFile(), failed);
        }
    }

    /** The sentence about a bad profile or control file, with file, line, key and value; empty when there was none. */
    public Optional<String> error() {
        try {
            return Files.exists(errorFile())
                    ? Optional.of(Files.readString(errorFile()).strip())
                    : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read " + errorFile(), failed);
        }
    }
}
