package dev.basalt.cli.demo;

import dev.basalt.cli.text.Screen;
import dev.basalt.cli.text.Screen.Tone;
import java.util.Locale;

/** Says what happens while it happens, with the time since the start. */
final class Progress {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Screen screen;
    private final long startNanos = System.nanoTime();

    Progress(Screen screen) {
        this.screen = screen;
    }

    void say(String text) {
        String time = String.format(Locale.ROOT, "[%5.1f s]", seconds());
        screen.note(screen.toned(time, Tone.QUIET) + " " + text);
    }

    double seconds() {
        return (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    }
}
