package dev.basalt.config;

import java.nio.file.Path;
import java.util.Map;

/** Where files go that nobody said a place for, by the XDG base directory specification. */
public final class StandardFolders {
    private StandardFolders() {}

    /** What must survive a restart: {@code $XDG_STATE_HOME/basalt}, else {@code ~/.local/state/basalt}. */
    public static Path state(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_STATE_HOME", "");
        Path base = given.isEmpty() ? home(environment).resolve(".local").resolve("state") : Path.of(given);
        return base.resolve("basalt");
    }

    /** What only matters while it runs: {@code $XDG_RUNTIME_DIR/basalt}, else {@code run} in the state folder. */
    public static Path runtime(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return given.isEmpty()
                ? state(environment).resolve("run")
                : Path.of(given).resolve("basalt");
    }

    private static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home", "/") : home);
    }
}
