package dev.basalt.simulate.scenario;

import java.util.List;

/** A scenario that cannot be read. Carries every mistake, one sentence each. */
public final class ScenarioException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<String> mistakes;

    public ScenarioException(List<String> mistakes) {
        super(String.join("\n", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    /** One sentence for each mistake, in the order of the file. */
    public List<String> mistakes() {
        return mistakes;
    }
}
