package dev.basalt.manifest.text;

/** A document is not YAML or JSON, or goes over a limit. The message says what, {@link #maybe()} what to do. */
public final class BrokenText extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final String maybe;

    /**
     * @param line line in the whole text, from 1; 0 when unknown
     * @param maybe the next step, without "Maybe"
     */
    public BrokenText(int line, String message, String maybe) {
        super(message);
        this.line = line;
        this.maybe = maybe;
    }

    /** Line in the whole text, from 1; 0 when unknown. */
    public int line() {
        return line;
    }

    /** What to do about it, as the rest of a sentence that begins with "Maybe". */
    public String maybe() {
        return maybe;
    }
}
