package dev.basalt.manifest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "4, 4000",
        "500m, 500",
        "0.1, 100",
        "1.5k, 1500000",
        "2Ki, 2048000",
        "1e3, 1000000",
        "1E, 1000000000000000000000",
        "100u, 1",
        "-1, -1000",
        ".5, 500",
        "3E2, 300000"
    })
    void readsAmountsExactlyAndRoundsThousandthsUp(String text, BigDecimal thousandths) {
        Quantity quantity = Quantity.parse(text);

        BigDecimal read = quantity == null
                ? null
                : quantity.amount().movePointRight(3).setScale(0, java.math.RoundingMode.CEILING);
        assertEquals(thousandths, read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "NaN",
                ".nan",
                "inf",
                "1e400",
                "1e-400",
                "4 cores",
                "0x10",
                "1_000",
                "--1",
                "1Qi",
                "9e999999999"
            })
    void refusesWhatIsNoAmount(String text) {
        assertNull(Quantity.parse(text));
    }

    @Test
    void answersNothingForAmountsBeyondALong() {
        Quantity quantity = Quantity.parse("99999999999999999999");

        assertNull(quantity == null ? Long.valueOf(0) : quantity.times(1));
    }
}
