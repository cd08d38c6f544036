package dev.basalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTest {
    private static final long SEED = 7;

    @Test
    void sortsNumbersAsNumbers() {
        List<Key> sorted = List.of(
                Key.of(Long.MIN_VALUE), Key.of(-1L), Key.of(0L), Key.of(1L), Key.of(256L), Key.of(Long.MAX_VALUE));

        assertThat(shuffledAndSorted(sorted)).isEqualTo(sorted);
    }

    @Test
    void sortsByTheFirstPartAndThenByTheSecond() {
        List<Key> sorted = List.of(
                Key.of(""),
                Key.of("", "z"),
                Key.of("a"),
                Key.of("a", "b"),
                Key.of("a\0"),
                Key.of("a\0", "a"),
                Key.of("a\u0001"),
                Key.of("aa"),
                Key.of("b").then(1L),
                Key.of("b").then(2L),
                Key.of("ä"));

        assertThat(shuffledAndSorted(sorted)).isEqualTo(sorted);
    }

    @Test
    void tellsPartsFromOneAnotherWhereverTheyAreCut() {
        assertThat(Key.of("a", "b")).isNotEqualTo(Key.of("ab")).isNotEqualTo(Key.of("a\0b"));
        assertThat(Key.of("ab").startsWith(Key.of("a"))).isFalse();
        assertThat(Key.of("a", "b").startsWith(Key.of("a"))).isTrue();
        assertThat(Key.of("a").startsWith(Key.EMPTY)).isTrue();
    }

    @Test
    void comesBackFromItsBytesAndIsNotChangedThroughThem() {
        Key key = Key.of("a").then(5L);
        byte[] bytes = key.bytes();

        Key copy = Key.ofBytes(bytes);
        bytes[0] = 'z';
        key.bytes()[0] = 'z';

        assertThat(copy)
                .isEqualTo(key)
                .hasSameHashCodeAs(key)
                .isEqualTo(Key.of("a").then(5L));
    }

    @Test
    void showsBytesThatCannotBePrintedAsNumbers() {
        assertThat(Key.of("a\\b")).hasToString("a\\x5cb\\x00");
    }

    @Test
    void makesARangeOfAllKeysThatBeginWithOne() {
        KeyRange range = KeyRange.startingWith(Key.ofBytes(new byte[] {1, (byte) 0xff}));

        assertThat(range).isEqualTo(new KeyRange(Key.ofBytes(new byte[] {1, (byte) 0xff}), Key.ofBytes(new byte[] {2
        })));
        assertThat(KeyRange.startingWith(Key.ofBytes(new byte[] {(byte) 0xff, (byte) 0xff})))
                .isEqualTo(new KeyRange(Key.ofBytes(new byte[] {(byte) 0xff, (byte) 0xff}), null));
        assertThat(KeyRange.startingWith(Key.EMPTY)).isEqualTo(KeyRange.all());
    }

    @Test
    void knowsWhatIsInARange() {
        KeyRange range = KeyRange.between(Key.of(1L), Key.of(3L));

        assertThat(List.of(
                        range.contains(Key.of(0L)),
                        range.contains(Key.of(1L)),
                        range.contains(Key.of(2L)),
                        range.contains(Key.of(3L))))
                .containsExactly(false, true, true, false);
        assertThat(range.isEmpty()).isFalse();
        assertThat(KeyRange.between(Key.of(1L), Key.of(1L)).isEmpty()).isTrue();
        assertThat(KeyRange.all().isEmpty()).isFalse();
    }

    private static List<Key> shuffledAndSorted(List<Key> keys) {
        List<Key> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(SEED));
        Collections.sort(shuffled);
        return shuffled;
    }
}
