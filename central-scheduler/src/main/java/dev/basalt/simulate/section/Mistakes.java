package dev.basalt.simulate.section;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one scenario, so that all of it is reported together. */
public final class Mistakes {
    private final List<String> sentences = new ArrayList<>();

    /** Adds one: where, what value, and what to do. */
    public void add(String path, String problem) {
        sentences.add((path.isEmpty() ? "scenario" : path) + ": " + problem);
    }

    /** All of them, in the order of the file. */
    public List<String> sentences() {
        return List.copyOf(sentences);
    }
}
