package dev.basalt.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/** The secret that whoever calls the scheduler must know: one line in a file that only its user can read. */
public final class TokenFile {
    private static final int TOKEN_BYTES = 32;
    private static final int MOST_CHARACTERS = 4096;

    private TokenFile() {}

    /**
     * Reads the token, or makes one where there is no file yet.
     *
     * @throws IOException when the file cannot be read or made, is empty, or can be read by others
     */
    public static String readOrCreate(Path file) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        String shown = PosixFilePermissions.toString(permissions);
        if (!shown.endsWith("------")) {
            throw new IOException("token file " + file + " has permissions " + shown
                    + ", so others can read it. Maybe run: chmod 600 " + file);
        }
        String token = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        if (token.isEmpty()) {
            throw new IOException(
                    "token file " + file + " is empty. Maybe remove it, so that the next start makes a new one.");
        }
        if (token.length() > MOST_CHARACTERS || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IOException("token file " + file + " holds no token, which is one word of at most "
                    + MOST_CHARACTERS
                    + " letters, digits and signs. Maybe remove it, so that the next start makes a new"
                    + " one.");
        }
        return token;
    }

    private static void create(Path file) throws IOException {
        byte[] secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path whole = Files.createTempFile(
                folder,
                "token",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                whole, Base64.getUrlEncoder().withoutPadding().encodeToString(secret) + "\n", StandardCharsets.UTF_8);
        // A link fails where a move would replace the token of a scheduler that was started in the same instant.
        try {
            Files.createLink(file, whole);
        } catch (FileAlreadyExistsException anotherWasFirst) {
            // Its token is as good.
        } finally {
            Files.delete(whole);
        }
    }
}
