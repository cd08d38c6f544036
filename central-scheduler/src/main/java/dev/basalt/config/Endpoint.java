package dev.basalt.config;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;

/**
 * How a running scheduler is reached. It writes this file as {@value #FILE_NAME} into its state folder and into the
 * runtime folder when it is ready, and removes both when it ends.
 *
 * @param host where it listens
 * @param grpcPort port of the agents and of the admin API
 * @param httpPort port of metrics and probes
 * @param tokenFile file with the token that callers send as {@code authorization: Bearer TOKEN}
 * @param pid its process
 */
public record Endpoint(String host, int grpcPort, int httpPort, Path tokenFile, long pid) {
    /** Name of the file, in the state folder and in the runtime folder. */
    public static final String FILE_NAME = "scheduler.endpoint";

    /** Where the scheduler of this user is looked for when nobody says where it is. */
    public static Path wellKnown(Map<String, String> environment) {
        return StandardFolders.runtime(environment).resolve(FILE_NAME);
    }

    /** Writes the file whole or not at all, for this user's eyes only. */
    public void write(Path file) throws IOException {
        Properties lines = new Properties();
        lines.setProperty("host", host);
        lines.setProperty("grpc-port", Integer.toString(grpcPort));
        lines.setProperty("http-port", Integer.toString(httpPort));
        lines.setProperty("token-file", tokenFile.toString());
        lines.setProperty("pid", Long.toString(pid));
        StringWriter text = new StringWriter();
        lines.store(text, null);
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path whole = Files.createTempFile(
                folder,
                FILE_NAME,
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(whole, text.toString());
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException when the file is not there, or is not such a file
     */
    public static Endpoint read(Path file) throws IOException {
        Properties lines = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            lines.load(in);
        }
        try {
            return new Endpoint(
                    required(lines, "host"),
                    Integer.parseInt(required(lines, "grpc-port")),
                    Integer.parseInt(required(lines, "http-port")),
                    Path.of(required(lines, "token-file")),
                    Long.parseLong(required(lines, "pid")));
        } catch (IllegalArgumentException wrong) {
            throw new IOException(
                    file + " is not an endpoint file: " + wrong.getMessage()
                            + ". Maybe remove it and start the scheduler again.",
                    wrong);
        }
    }

    private static String required(Properties lines, String key) {
        String value = lines.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
