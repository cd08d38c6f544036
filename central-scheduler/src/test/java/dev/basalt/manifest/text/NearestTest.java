package dev.basalt.manifest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KNOWN = List.of("minAvailable", "queue", "tasks");

    @Test
    void findsTheWordWithTheFewestChangedLetters() {
        assertEquals("minAvailable", Nearest.to("min-availble", KNOWN));
        assertEquals("queue", Nearest.to("quue", KNOWN));
    }

    @Test
    void findsThePluralBeforeAShorterWord() {
        assertEquals("gpus", Nearest.to("gpu", List.of("cpu", "gpus", "gpusPerTask")));
        assertEquals("task", Nearest.to("tasks", List.of("mask", "task")));
    }

    @Test
    void findsTheWordThatItBeginsBeforeOneWithFewChangedLetters() {
        assertEquals("minAvailable", Nearest.to("min", List.of("main", "mig", "minAvailable")));
        assertEquals("queue", Nearest.to("queueName", KNOWN));
    }

    @Test
    void findsNothingWhenNoWordIsNear() {
        assertNull(Nearest.to("colour", KNOWN));
    }
}
