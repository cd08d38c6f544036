package dev.basalt.simulate.scenario;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with one scenario, so that all of it is reported together. */
final class Mistakes {
    private final List<String> sentences = new ArrayList<>();

    /** Adds one: where, what value, and what to do. */
    void add(String path, String problem) {
        sentences.add((path.isEmpty() ? "scenario" : path) + ": " + problem);
    }

    void throwIfAny() throws ScenarioException {
        if (!sentences.isEmpty()) {
            throw new ScenarioException(sentences);
        }
    }
}
