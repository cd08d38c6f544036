package dev.basalt.manifest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTest {
    @ParameterizedTest
    @CsvSource({"90s, 90000", "1h30m, 5400000", "1.5h, 5400000", "250ms, 250", "1ns, 1", "2d, 172800000"})
    void readsMillisecondsRoundedUp(String text, long millis) {
        assertEquals(millis, Duration.parseMillis(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "90", "s", "1h 30m", "-5s", "1e3s", "9999999999h"})
    void refusesWhatIsNoDuration(String text) {
        assertNull(Duration.parseMillis(text));
    }
}
