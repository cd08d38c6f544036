package dev.basalt.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallerTest {
    @Test
    void letsAnAgentSpeakForItsOwnNodeAlone() {
        Caller agent = new Caller.NodeAgent("n1");

        assertThat(agent.maySpeakFor("n1")).isTrue();
        assertThat(agent.maySpeakFor("n2")).isFalse();
    }

    @Test
    void letsNoUserSpeakForANode() {
        assertThat(new Caller.User("n1", List.of("system:masters")).maySpeakFor("n1"))
                .isFalse();
    }

    @Test
    void letsWhoKnowsTheTokenFileSpeakForAny() {
        assertThat(new Caller.Operator().maySpeakFor("n1")).isTrue();
    }
}
