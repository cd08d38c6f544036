package dev.basalt.tests.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TidyTest {
    /** Fewer files than this means that the walk went wrong, not that the code shrank. */
    private static final int LEAST_FILES = 50;

    @Test
    void everySourceKeepsTheRules() {
        var sources = Repository.here().javaSources();

        assertThat(sources).hasSizeGreaterThan(LEAST_FILES);
        assertThat(Rules.check(sources)).isEmpty();
    }

    @Test
    void noFileHoldsABannedWord() {
        var repository = Repository.here();

        assertThat(repository.files()).hasSizeGreaterThan(LEAST_FILES);
        assertThat(repository.bannedWords()).isEmpty();
    }
}
