package dev.basalt.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/**
 * Plays worlds from seeds, each twice. {@code -Dbasalt.world.seeds=300} says how many, {@code -Dbasalt.world.first=1}
 * where to begin; a failure names its seed.
 */
class FaultyWorldTest {
    private static final int SEEDS = Integer.getInteger("basalt.world.seeds", 20);
    private static final int FIRST = Integer.getInteger("basalt.world.first", 1);

    @Test
    void everyRuleHoldsInEveryWorldAndEverySeedRepeatsItself() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            long first = play(seed);
            long second = play(seed);

            assertThat(second)
                    .as("digest of effects of seed %d, played twice", seed)
                    .isEqualTo(first);
        }
    }

    private static long play(long seed) {
        try {
            return new FaultyWorld(seed).play();
        } catch (RuntimeException | AssertionError broken) {
            return fail(
                    "seed " + seed + " (again with -Dbasalt.world.first=" + seed + " -Dbasalt.world.seeds=1): "
                            + broken.getMessage(),
                    broken);
        }
    }
}
