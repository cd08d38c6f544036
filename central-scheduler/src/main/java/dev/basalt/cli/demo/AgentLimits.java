package dev.basalt.cli.demo;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Limits as the agents keep them on disk: the {@code limits} file in each container's folder. */
final class AgentLimits {
    private static final String FOLDER = "limits"; // in the agent's state folder: POD_UID/CONTAINER/limits
    private static final String FILE_NAME = "limits";

    private AgentLimits() {}

    /** One fact in a form that can be compared: pod, GPU, memory, cores, exclusive. */
    static String fact(String podUid, String deviceUuid, long memoryMib, long corePermille, boolean exclusive) {
        return podUid + " " + deviceUuid + " " + memoryMib + " MiB " + corePermille + " permille"
                + (exclusive ? " exclusive" : "");
    }

    /** Everything in force on these agents. */
    static SortedSet<String> facts(List<Path> stateFolders) throws IOException {
        SortedSet<String> facts = new TreeSet<>();
        for (Path folder : stateFolders) {
            for (Path file : files(folder)) {
                addFacts(file, facts);
            }
        }
        return facts;
    }

    /** Folders come and go while they are walked; one that has gone is an exception that is worth another try. */
    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder.resolve(FOLDER))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder.resolve(FOLDER))) {
            return files.filter(file -> file.endsWith(FILE_NAME) && Files.isRegularFile(file))
                    .toList();
        } catch (UncheckedIOException gone) {
            throw new IOException("a folder went away while it was read", gone);
        }
    }

    private static void addFacts(Path file, SortedSet<String> facts) throws IOException {
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            lines.load(reader);
        }
        int count = Integer.parseInt(lines.getProperty("device_count", "0"));
        for (int index = 0; index < count; index++) {
            String device = "device." + index + ".";
            facts.add(fact(
                    lines.getProperty("pod_uid", ""),
                    lines.getProperty(device + "uuid", ""),
                    Long.parseLong(lines.getProperty(device + "memory_mib", "0")),
                    Long.parseLong(lines.getProperty(device + "core_permille", "0")),
                    lines.getProperty(device + "exclusive", "0").equals("1")));
        }
    }
}
