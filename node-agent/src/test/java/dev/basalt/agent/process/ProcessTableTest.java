package dev.basalt.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProcessTableTest {
    @Test
    void findsTheNearestAncestorThatIsAskedFor() {
        var parents = Map.of(40L, 30L, 30L, 20L, 20L, 10L, 10L, 1L);
        ProcessTable table = ProcessTable.of(
                pid -> parents.containsKey(pid) ? OptionalLong.of(parents.get(pid)) : OptionalLong.empty());

        assertThat(table.nearest(40, pid -> pid == 20 || pid == 10)).hasValue(20);
        assertThat(table.nearest(40, pid -> pid == 40)).hasValue(40);
        assertThat(table.nearest(40, pid -> pid == 99)).isEmpty();
    }

    @Test
    void endsWhenTheKernelsAnswersGoRoundInACircle() {
        ProcessTable table = ProcessTable.of(pid -> OptionalLong.of(pid == 5 ? 6 : 5));

        assertThat(table.nearest(5, pid -> false)).isEmpty();
    }

    @Test
    void readsAProcessWhoseNameHoldsSpacesAndParentheses() {
        String line = "77 (a) b (c)) S 12 77 77 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 4242 1 1";

        assertThat(ProcessStat.parse(77, line)).isEqualTo(new ProcessStat(77, 'S', 12, 4242));
    }

    @Test
    void thisProcessLivesAndOneThatStartedAtAnotherTimeDoesNot() {
        long self = ProcessHandle.current().pid();
        long start = ProcessStat.read(self).orElseThrow().startTicks();

        assertThat(new ProcessIdentity(self, start).alive()).isTrue();
        assertThat(new ProcessIdentity(self, start + 1).alive()).isFalse();
        assertThat(new ProcessIdentity(0, 0).alive()).isFalse();
    }
}
