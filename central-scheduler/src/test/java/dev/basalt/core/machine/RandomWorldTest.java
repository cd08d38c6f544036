package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Seeded worlds in which everything goes wrong that may, and in the end stops going wrong. */
class RandomWorldTest {
    private static final int SEEDS = 40;

    @Test
    void keepsEveryInvariantAndHealsWhateverHappens() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RandomWorld world = new RandomWorld(seed);

            world.run();

            assertThat(world.problems()).as("seed %d", seed).isEqualTo(List.of());
        }
    }

    @Test
    void doesTheSameForTheSameSeed() {
        for (long seed = 1; seed <= 10; seed++) {
            RandomWorld first = new RandomWorld(seed);
            RandomWorld second = new RandomWorld(seed);

            first.run();
            second.run();

            assertThat(second.digest()).as("seed %d", seed).isEqualTo(first.digest());
        }
    }
}
