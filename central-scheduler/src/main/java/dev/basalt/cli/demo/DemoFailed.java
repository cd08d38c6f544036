package dev.basalt.cli.demo;

/** The demo cannot go on. The message says what did not happen, and where to look. */
final class DemoFailed extends Exception {
    private static final long serialVersionUID = 1L;

    DemoFailed(String message) {
        super(message);
    }
}
