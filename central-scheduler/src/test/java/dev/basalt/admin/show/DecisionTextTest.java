package dev.basalt.admin.show;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.proto.types.v1.Decision;
import dev.basalt.proto.types.v1.DecisionKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ADMITTED    | queue=research minimum=2             | S was taken into queue research; it starts with 2 members
            PLACED      | generation=7                         | S gets a place on a with 2 GPUs
            BOUND       | ''                                   | S is started on a with 2 GPUs
            BOUND       | cause=ADOPTED                        | S was found on a with 2 GPUs and is kept
            WITHDRAWN   | members=4 why=not accepted in time   | 4 members of S give back their places: not accepted in time
            WITHDRAWN   | why=x=1 is not known                 | S gives back its place on a: x=1 is not known
            EVICTED     | cause=NODE_DRAINED a is to be empty  | S is asked to end on a: its node is drained, a is to be empty
            ENDED       | exit=0 lost=false                    | S ended well on a
            ENDED       | exit=137 lost=false                  | S failed with exit code 137 on a
            ENDED       | exit=-1 lost=true                    | S is lost on a: what became of it is not known
            ENDED       | cause=POD_GONE lost=true             | S is lost on a: its pod is gone
            ENDED       | phase=FAILED succeeded=1 failed=3    | S has failed: 1 member ended well, 3 did not
            QUARANTINED | bug=java.lang.Error: a = b           | S is set aside after a fault of the scheduler: java.lang.Error: a = b
            """)
    void saysWhatWasDecidedInASentence(String kind, String detail, String sentence) {
        Decision decision = Decision.newBuilder()
                .setKind(DecisionKind.valueOf("DECISION_KIND_" + kind))
                .addNodes("a")
                .addDeviceUuids("GPU-1")
                .addDeviceUuids("GPU-2")
                .setDetail(detail)
                .build();

        assertEquals(sentence, DecisionText.of(decision, "S"));
    }

    @Test
    void saysWhyNothingWasDecided() {
        Decision decision = Decision.newBuilder()
                .setKind(DecisionKind.DECISION_KIND_REFUSED)
                .setDetail("planning all gangs at once failed: a = b")
                .build();

        assertEquals("nothing was decided: planning all gangs at once failed: a = b", DecisionText.of(decision, ""));
    }
}
