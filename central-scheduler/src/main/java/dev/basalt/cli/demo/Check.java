package dev.basalt.cli.demo;

/**
 * One claim of the demo, compared with what is.
 *
 * @param claim what is claimed
 * @param expected what must be seen
 * @param actual what was seen
 */
record Check(String claim, String expected, String actual) {
    boolean holds() {
        return expected.equals(actual);
    }

    static Check that(String claim, Object expected, Object actual) {
        return new Check(claim, String.valueOf(expected), String.valueOf(actual));
    }

    /** A claim that has no value worth showing. */
    static Check yes(String claim, boolean holds, String otherwise) {
        return new Check(claim, "yes", holds ? "yes" : otherwise);
    }
}
