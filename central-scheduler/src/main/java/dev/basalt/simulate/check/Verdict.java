package dev.basalt.simulate.check;

/**
 * What became of one expectation.
 *
 * @param path where it stands in the file
 * @param atMillis when it was checked
 * @param holds whether it held
 * @param expected what it says, in words
 * @param actual what was found, in words
 */
public record Verdict(String path, long atMillis, boolean holds, String expected, String actual) {}
