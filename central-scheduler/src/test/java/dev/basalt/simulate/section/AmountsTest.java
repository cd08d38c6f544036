package dev.basalt.simulate.section;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void readsDurations() {
        assertThat(Amounts.durationMillis("250ms")).isEqualTo(250);
        assertThat(Amounts.durationMillis("1h30m")).isEqualTo(5_400_000);
        assertThat(Amounts.durationMillis("10")).isEqualTo(-1);
        assertThat(Amounts.durationMillis("-5s")).isEqualTo(-1);
        assertThat(Amounts.durationMillis("5s later")).isEqualTo(-1);
    }

    @Test
    void readsMemoryExactly() {
        assertThat(Amounts.memoryBytes("12GiB")).isEqualTo(12L << 30);
        assertThat(Amounts.memoryBytes("1.5Gi")).isEqualTo(3L << 29);
        assertThat(Amounts.memoryBytes("40GB")).isEqualTo(40_000_000_000L);
        assertThat(Amounts.memoryBytes("12")).isEqualTo(-1);
        assertThat(Amounts.memoryBytes("999999999999999TiB")).isEqualTo(-1);
    }

    @Test
    void readsThousandths() {
        assertThat(Amounts.milli("0.5")).isEqualTo(500);
        assertThat(Amounts.milli("500m")).isEqualTo(500);
        assertThat(Amounts.milli("NaN")).isEqualTo(-1);
    }
}
