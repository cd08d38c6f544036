package dev.basalt.manifest.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodExpansionTest {
    @Test
    void namesPodsOfAJobByTaskAndIndex() {
        assertEquals("train-worker-3", PodExpansion.podName(gang("Job", "worker"), new TaskId("u", "worker", 3)));
    }

    @Test
    void namesPodsOfARoleWithoutANameByIndexAlone() {
        assertEquals("train-0", PodExpansion.podName(gang("Job", "pod"), new TaskId("u", "pod", 0)));
    }

    @Test
    void keepsTheNamesOfGivenPods() {
        assertEquals("left", PodExpansion.podName(gang("PodGroup", "left"), new TaskId("u", "left", 0)));
    }

    @Test
    void tellsEveryMemberItsIndexUnderVolcanosNames() {
        assertEquals(
                Map.of(
                        "VC_TASK_INDEX", "3",
                        "VK_TASK_INDEX", "3",
                        "VC_TASK_NAME", "worker",
                        "VC_JOB_NAME", "train",
                        "VC_JOB_NAMESPACE", "team"),
                PodExpansion.environment(gang("Job", "worker"), new TaskId("u", "worker", 3)));
    }

    private static Gang gang(String kind, String role) {
        var container = new ContainerSpec(
                "main", ContainerSpec.Phase.MAIN, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE);
        var group = MemberGroup.role(role, 1, 8, PodTemplate.anywhere(List.of(container)));
        return new Gang(
                "u",
                "team",
                "train",
                kind,
                "default",
                "",
                0,
                1,
                List.of(group),
                ResourceVector.ZERO,
                0,
                0,
                PodOwnership.MANAGED,
                "");
    }
}
