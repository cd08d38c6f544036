package dev.basalt.admin.show;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.model.Gang;
import dev.basalt.proto.types.v1.Decision;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decisions, with the names of what they are about as far as that is still there. */
public final class DecisionMessages {
    private final PublishedView view;

    public DecisionMessages(PublishedView view) {
        this.view = view;
    }

    public dev.basalt.proto.admin.v1.Decision message(Decision decision) {
        var named = decision.toBuilder();
        GangView gang = view.gang(decision.getGangUid());
        if (gang != null) {
            Gang spec = gang.spec().gang();
            named.setNamespace(spec.namespace()).setGangName(spec.name()).setQueue(spec.queue());
        }
        return dev.basalt.proto.admin.v1.Decision.newBuilder()
                .setName(ResourceNames.decision(decision.getId()))
                .setDecision(named)
                .setText(DecisionText.of(named.build(), subject(named.build())))
                .build();
    }

    /** What decisions can be filtered by. */
    public SortedMap<String, String> fields(dev.basalt.proto.admin.v1.Decision decision) {
        Decision said = decision.getDecision();
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("kind", word(said));
        fields.put("gang_uid", said.getGangUid());
        fields.put(
                "job", said.getGangName().isEmpty() ? "" : ResourceNames.job(said.getNamespace(), said.getGangName()));
        fields.put("queue", said.getQueue());
        fields.put("pod_uid", said.getPodUid());
        fields.put("node", String.join(",", said.getNodesList()));
        return fields;
    }

    /** A pod that is gone has no task any more; then it is one of its job's. */
    private String subject(Decision decision) {
        if (decision.getGangUid().isEmpty()) {
            return decision.getPodUid();
        }
        String job = decision.getGangName().isEmpty()
                ? "gang " + decision.getGangUid()
                : decision.getNamespace() + "/" + decision.getGangName();
        if (decision.getPodUid().isEmpty()) {
            return job;
        }
        String pod = view.podName(decision.getPodUid(), decision.getGangUid());
        return pod.startsWith(job + "/") ? pod : "a task of " + job;
    }

    private static String word(Decision decision) {
        return decision.getKind().name().substring("DECISION_KIND_".length());
    }
}
