package dev.basalt.agent;

import java.nio.file.Path;

/** Where the build put what tests run. */
public final class TestPaths {
    private TestPaths() {}

    /** The supervisor that Maven built before the tests. */
    public static Path supervisor() {
        return Path.of(System.getProperty("basalt.home", ".."), "node-agent/target/native/basalt-supervisor")
                .toAbsolutePath()
                .normalize();
    }
}
