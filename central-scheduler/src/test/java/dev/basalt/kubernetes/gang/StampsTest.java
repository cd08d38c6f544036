package dev.basalt.kubernetes.gang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StampsTest {
    @Test
    void risesWithEachEventAndIsNewerThanAllOfAnOlderVersion() {
        var stamps = new Stamps();
        stamps.saw(7);
        long first = stamps.next();
        long second = stamps.next();
        stamps.saw(3);
        long third = stamps.next();

        var restarted = new Stamps();
        restarted.saw(8);

        assertThat(second).isGreaterThan(first);
        assertThat(third).isGreaterThan(second);
        assertThat(restarted.next()).isGreaterThan(third);
    }
}
