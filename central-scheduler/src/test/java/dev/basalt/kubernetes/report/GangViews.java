package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Gangs as the published view shows them. */
final class GangViews {
    private GangViews() {}

    /** A gang of that minimum; members by their stage, as {@code RUNNING BOUND WAITS}. */
    static GangView of(int minimum, List<Refusal> refusals, String stages) {
        String[] words = stages.isEmpty() ? new String[0] : stages.split(" ", -1);
        Gang gang = new Gang(
                "gang-uid",
                "team",
                "train",
                "PodGroup",
                "default",
                "",
                0,
                minimum,
                List.of(),
                ResourceVector.ZERO,
                0,
                0,
                PodOwnership.CONTROLLER,
                "basalt");
        List<MemberView> members = new ArrayList<>();
        int succeeded = 0;
        for (int index = 0; index < words.length; index++) {
            TaskId task = new TaskId("gang-uid", "worker", index);
            String podUid = "pod-" + index;
            String word = words[index];
            members.add(new MemberView(
                    task,
                    podUid,
                    word.equals("WAITS")
                            ? null
                            : new PlacementRecord(
                                    podUid,
                                    task,
                                    "node-1",
                                    ResourceVector.ZERO,
                                    List.of(),
                                    Stage.valueOf(word),
                                    0,
                                    true,
                                    false)));
            succeeded += word.equals("ENDED") ? 1 : 0;
        }
        GangStatus status = new GangStatus(GangStatus.Phase.PENDING, 0, 0, 0, succeeded, 0, "");
        return new GangView(new GangRecord(gang, 1, 1, 0, false, false, status), 0, null, refusals, members);
    }
}
