package dev.basalt.tests.tidy;

/** One place that breaks a rule; {@code line} counts from 1. */
record Violation(String path, long line, String message) {
    @Override
    public String toString() {
        return path + ":" + line + ": " + message;
    }
}
