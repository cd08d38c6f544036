package dev.basalt.cli.text;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command writes, and whether it may use colours.
 *
 * @param out results
 * @param err problems and progress
 * @param coloured true on a terminal whose owner did not set {@code NO_COLOR}
 */
public record Screen(PrintWriter out, PrintWriter err, boolean coloured) {
    private static final String RESET = "\u001b[0m";

    /** This process's own streams. */
    public static Screen standard(Map<String, String> environment) {
        // Null in JDK 25 when input or output is no terminal, and a console that says so in others.
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        return new Screen(
                new PrintWriter(System.out, true, java.nio.charset.StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, java.nio.charset.StandardCharsets.UTF_8),
                terminal && wanted);
    }

    /** What a text means, shown by a colour. */
    public enum Tone {
        PLAIN(""),
        STRONG("\u001b[1m"),
        QUIET("\u001b[2m"),
        GOOD("\u001b[32m"),
        WAITING("\u001b[33m"),
        BAD("\u001b[31m");

        private final String code;

        Tone(String code) {
            this.code = code;
        }
    }

    /** The text in the colour of its tone; unchanged where there are no colours. */
    public String toned(String text, Tone tone) {
        return coloured && tone != Tone.PLAIN ? tone.code + text + RESET : text;
    }

    /** One line of results. */
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /** One line about a problem or progress. */
    public void note(String text) {
        err.println(text);
        err.flush();
    }
}
