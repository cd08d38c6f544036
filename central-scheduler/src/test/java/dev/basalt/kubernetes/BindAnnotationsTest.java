package dev.basalt.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.BindAnnotations.Absent;
import dev.basalt.kubernetes.BindAnnotations.Decoded;
import dev.basalt.kubernetes.BindAnnotations.Garbled;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BindAnnotationsTest {
    private static final Grant WHOLE = grant("main", "GPU-aa", 81_559, 1000, true);
    private static final Grant SHARE = grant("side", "MIG-bb/1/0", 8192, 500, false);

    @Test
    void writesWhatABindDecided() {
        var annotations = BindAnnotations.encode(bind(List.of(WHOLE, SHARE)), "train");

        assertThat(annotations)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "basalt.dev/gpus",
                        "{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":81559,\"corePermille\":1000,\"exclusive\":true}],"
                                + "\"side\":[{\"uuid\":\"MIG-bb/1/0\",\"memoryMib\":8192,\"corePermille\":500}]}",
                        "basalt.dev/rank",
                        "3",
                        "basalt.dev/world-size",
                        "8",
                        "basalt.dev/epoch",
                        "7",
                        "basalt.dev/generation",
                        "42",
                        "basalt.dev/task",
                        "worker/2",
                        "scheduling.k8s.io/group-name",
                        "train"));
    }

    @Test
    void readsWhatItWrote() {
        var annotations = BindAnnotations.encode(bind(List.of(WHOLE, SHARE)), "");

        var bound = BindAnnotations.decode(annotations, "pod-1", "node-1");

        assertThat(bound).isEqualTo(new Decoded("worker", 2, 3, 8, 7, 42, List.of(WHOLE, SHARE)));
    }

    @Test
    void writesEveryNameAlsoForAPodWithoutGpusSoThatNothingForgedSurvives() {
        var annotations = BindAnnotations.encode(bind(List.of()), "");

        assertThat(annotations.keySet()).containsExactlyInAnyOrderElementsOf(BindAnnotations.OWN);
        assertThat(BindAnnotations.decode(annotations, "pod-1", "node-1"))
                .isEqualTo(new Decoded("worker", 2, 3, 8, 7, 42, List.of()));
    }

    @Test
    void saysAbsentOfAPodThatAnotherSchedulerBound() {
        var annotations = new TreeMap<>(Map.of("team", "a"));

        assertThat(BindAnnotations.decode(annotations, "pod-1", "node-1")).isEqualTo(new Absent());
    }

    @Test
    void ignoresFieldsThatALaterVersionAdded() {
        var annotations = BindAnnotations.encode(bind(List.of()), "");
        annotations.put(
                BindAnnotations.GPUS,
                "{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":81559,\"corePermille\":1000,\"exclusive\":true,"
                        + "\"rung\":\"MIG\"}]}");

        assertThat(BindAnnotations.decode(annotations, "pod-1", "node-1"))
                .isEqualTo(new Decoded("worker", 2, 3, 8, 7, 42, List.of(WHOLE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "basalt.dev/task|worker",
                "basalt.dev/task|/2",
                "basalt.dev/task|worker/-1",
                "basalt.dev/task|worker/99999999999",
                "basalt.dev/rank|first",
                "basalt.dev/rank|07",
                "basalt.dev/world-size|1e3",
                "basalt.dev/epoch|0",
                "basalt.dev/epoch|9223372036854775808",
                "basalt.dev/generation|''",
                "basalt.dev/gpus|''",
                "basalt.dev/gpus|GPU-aa",
                "basalt.dev/gpus|[]",
                "basalt.dev/gpus|{\"main\":\"GPU-aa\"}",
                "basalt.dev/gpus|{\"main\":[\"GPU-aa\"]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"\",\"memoryMib\":1,\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU aa\",\"memoryMib\":1,\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":-1,\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":1.5,\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":NaN,\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU-aa\",\"memoryMib\":1,\"corePermille\":1001}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"GPU-aa\",\"corePermille\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"A\",\"memoryMib\":1,\"corePermille\":1,\"exclusive\":1}]}",
                "basalt.dev/gpus|{\"main\":[{\"uuid\":\"A\",\"memoryMib\":1,\"corePermille\":1},"
                        + "{\"uuid\":\"A\",\"memoryMib\":1,\"corePermille\":1}]}",
            })
    void refusesWhatItWouldNotHaveWritten(String name, String text) {
        var annotations = BindAnnotations.encode(bind(List.of(WHOLE)), "");
        annotations.put(name, text);

        var bound = BindAnnotations.decode(annotations, "pod-1", "node-1");

        assertThat(bound).isInstanceOfSatisfying(Garbled.class, garbled -> {
            assertThat(garbled.annotation()).isEqualTo(name);
            assertThat(garbled.problem()).isNotEmpty();
        });
    }

    @Test
    void refusesAPartOfThem() {
        for (var name : BindAnnotations.OWN) {
            var annotations = BindAnnotations.encode(bind(List.of(WHOLE)), "");
            annotations.remove(name);

            assertThat(BindAnnotations.decode(annotations, "pod-1", "node-1"))
                    .isEqualTo(new Garbled(name, "is missing"));
        }
    }

    private static Effect.Bind bind(List<Grant> grants) {
        return new Effect.Bind(
                7, "gang-1", new TaskId("gang-1", "worker", 2), "pod-1", "node-1", 42, grants, 3, 8, List.of(), 0, 0);
    }

    private static Grant grant(String container, String uuid, long memoryMib, int corePermille, boolean exclusive) {
        return new Grant(
                new Grant.Key("pod-1", container, uuid),
                "node-1",
                memoryMib,
                corePermille,
                exclusive,
                7,
                42,
                Grant.State.COMMITTED);
    }
}
