package dev.basalt.admin.show;

import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.Explanation;
import dev.basalt.core.explain.ExplanationText;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.plan.Look.QuotaUse;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.reason.WakeOn;
import dev.basalt.proto.admin.v1.ExplainResponse;
import dev.basalt.proto.types.v1.Decision;
import dev.basalt.proto.types.v1.DecisionKind;
import dev.basalt.proto.types.v1.Holder;
import dev.basalt.proto.types.v1.NearestFit;
import dev.basalt.proto.types.v1.QuotaLine;
import dev.basalt.proto.types.v1.ReasonCount;
import dev.basalt.proto.types.v1.WakeCause;
import dev.basalt.proto.types.v1.WakeKind;
import dev.basalt.wire.ReasonWire;
import java.util.ArrayList;
import java.util.List;

/** Explanations, in numbers and in words. */
public final class ExplanationMessages {
    private static final int GPU_MILLI = 1_000;

    private ExplanationMessages() {}

    /** Why a gang is where it is; tried on the view just as a planning pass would try it. */
    public static ExplainResponse explain(PublishedView view, GangView gang) {
        Explanation explanation =
                new Explainer(view.policy(), view::podName).explain(view.snapshot(), view.demands(), gang.uid());
        List<String> lines = lines(view, gang, explanation);
        return ExplainResponse.newBuilder()
                .setExplanation(message(view, gang, explanation).toBuilder().addAllTextLines(lines))
                .setText(String.join("\n", lines))
                .build();
    }

    /** What the explainer cannot know goes first: that nothing is decided at all, or that the gang wants nothing. */
    private static List<String> lines(PublishedView view, GangView gang, Explanation explanation) {
        List<String> lines = new ArrayList<>();
        if (!view.gate().open()) {
            lines.add("The scheduler decides nothing yet: it waits for "
                    + String.join(", ", view.gate().waitsFor()) + ".");
        }
        if (explanation.verdict() == Explanation.Verdict.WANTS_NOTHING) {
            var status = gang.spec().status();
            lines.add("It is " + JobMessages.phase(gang).name().substring("GANG_PHASE_".length()) + ": "
                    + status.running() + " running, " + status.starting() + " starting, " + status.succeeded()
                    + " succeeded, " + status.failed() + " failed, " + status.pending() + " without a node.");
            gang.refusals().forEach(refusal -> lines.add(ExplanationText.sentence(refusal)));
            return lines;
        }
        lines.addAll(ExplanationText.lines(explanation));
        return lines;
    }

    private static dev.basalt.proto.types.v1.Explanation message(
            PublishedView view, GangView gang, Explanation explanation) {
        Gang spec = gang.spec().gang();
        var built = dev.basalt.proto.types.v1.Explanation.newBuilder()
                .setGangUid(spec.uid())
                .setNamespace(spec.namespace())
                .setGangName(spec.name())
                .setPhase(JobMessages.phase(gang))
                .setQueue(spec.queue())
                .setQueuePosition(explanation.queue().positionInQueue())
                .setQueueLength(explanation.queue().waitingInQueue())
                .setPresentMemberCount(explanation.members().present())
                .setMinMemberCount(explanation.members().minimum())
                .setBoundMemberCount(explanation.members().placed())
                .setLastDecision(decision(view, spec, explanation));
        for (QuotaUse use : explanation.queue().quota()) {
            built.addQuota(QuotaLine.newBuilder()
                    .setQueue(use.queue())
                    .setResource(use.resource())
                    .setWantedAmount(use.wanted())
                    .setAllocatedAmount(use.used())
                    .setCapabilityAmount(use.capability()));
        }
        for (Explanation.Holder holder : explanation.holders()) {
            GangView owner = view.gang(holder.gangUid());
            var held = Holder.newBuilder()
                    .setGangUid(holder.gangUid())
                    .setGpuCount((holder.gpuMilli() + GPU_MILLI - 1) / GPU_MILLI);
            if (owner != null) {
                held.setNamespace(owner.spec().gang().namespace())
                        .setGangName(owner.spec().gang().name());
            }
            built.addHeldBy(held);
        }
        if (explanation.earliestReleaseMillis() > 0) {
            built.setEarliestReleaseUnixMillis(view.at().wallMillis()
                    + explanation.earliestReleaseMillis()
                    - view.at().nowMillis());
        }
        return built.build();
    }

    private static Decision decision(PublishedView view, Gang gang, Explanation explanation) {
        var built = Decision.newBuilder()
                .setEpoch(view.epoch())
                .setKind(
                        explanation.refusals().isEmpty()
                                ? DecisionKind.DECISION_KIND_UNSPECIFIED
                                : DecisionKind.DECISION_KIND_REFUSED)
                .setGangUid(gang.uid())
                .setNamespace(gang.namespace())
                .setGangName(gang.name())
                .setQueue(gang.queue());
        for (Refusal refusal : explanation.refusals()) {
            built.addRefusals(ReasonCount.newBuilder()
                    .setReason(ReasonWire.message(refusal))
                    .setNodeCount(refusal instanceof Refusal.NodesRefused nodes ? nodes.nodes() : 0));
        }
        Explanation.NearestFit nearest = explanation.nearest();
        if (nearest != null) {
            var fit = NearestFit.newBuilder()
                    .setNearest(nearest.nodeName())
                    .setPlaceableMemberCount(explanation.members().placed())
                    .setWantedMemberCount(explanation.members().minimum());
            if (!nearest.lacks().isEmpty()) {
                fit.setMissing(ReasonWire.message(nearest.lacks().getFirst()));
            }
            built.setNearestFit(fit);
        }
        explanation.wakes().forEach(wake -> built.addWakeCauses(cause(wake)));
        return built.build();
    }

    private static WakeCause cause(WakeOn wake) {
        return switch (wake) {
            case WakeOn.RoomFreed room -> cause(WakeKind.WAKE_KIND_CAPACITY, "");
            case WakeOn.QuotaFreed quota -> cause(WakeKind.WAKE_KIND_QUOTA, quota.queue());
            case WakeOn.QueueChanged queue -> cause(WakeKind.WAKE_KIND_OBJECT, queue.queue());
            case WakeOn.NodesChanged nodes -> cause(WakeKind.WAKE_KIND_NODES, "");
            case WakeOn.MembersArrive members -> cause(WakeKind.WAKE_KIND_MEMBER, members.missing() + " members");
            case WakeOn.GangChanged gang -> cause(WakeKind.WAKE_KIND_REQUEST_CHANGED, "");
            case WakeOn.NextPass pass -> cause(WakeKind.WAKE_KIND_TIME, "the next planning pass");
        };
    }

    private static WakeCause cause(WakeKind kind, String subject) {
        return WakeCause.newBuilder().setKind(kind).setSubject(subject).build();
    }
}
