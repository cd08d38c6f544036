package dev.basalt.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private final Backoff backoff = new Backoff(200, 5_000, RandomGenerator.of("L64X128MixRandom"));

    @Test
    void waitsTwiceAsLongAfterEachFailureUpToTheMost() {
        for (long full : new long[] {200, 400, 800, 1_600, 3_200, 5_000, 5_000}) {
            assertThat(backoff.waitMillis(0)).isBetween(full / 2, full);
        }
    }

    @Test
    void waitsAtLeastAsLongAsTheServerAsks() {
        assertThat(backoff.waitMillis(7_000)).isBetween(7_000L, 7_200L);
    }

    @Test
    void beginsAnewOnceItWorks() {
        backoff.waitMillis(0);
        backoff.waitMillis(0);

        backoff.reset();

        assertThat(backoff.waitMillis(0)).isBetween(100L, 200L);
    }
}
