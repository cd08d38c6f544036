package dev.basalt.cli.reach;

import java.util.List;

/** A command cannot go on. Its lines are all that the user is told; its exit code says what kind of failure it is. */
public final class CommandFailed extends RuntimeException {
    /** Something was refused or went wrong. */
    public static final int FAILED = 1;
    /** The command was not understood. */
    public static final int WRONG_USAGE = 2;
    /** No scheduler answered. */
    public static final int NOT_REACHED = 3;
    /** What was named does not exist. */
    public static final int NOT_FOUND = 4;

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final String[] lines;

    public CommandFailed(int exitCode, List<String> lines) {
        super(String.join("\n", lines));
        this.exitCode = exitCode;
        this.lines = lines.toArray(String[]::new);
    }

    /** One sentence is enough. */
    public static CommandFailed because(int exitCode, String sentence) {
        return new CommandFailed(exitCode, List.of(sentence));
    }

    public int exitCode() {
        return exitCode;
    }

    public List<String> lines() {
        return List.of(lines);
    }
}
