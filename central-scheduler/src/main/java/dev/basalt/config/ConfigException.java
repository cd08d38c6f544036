package dev.basalt.config;

import java.util.List;

/**
 * A configuration cannot be used. Carries every mistake in it, each a sentence that names key, value and what to do.
 */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    public ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /** All mistakes, in the order of the settings; unknown keys last. */
    public List<String> mistakes() {
        return mistakes;
    }
}
