package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.reason.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Status of a PodGroup as Volcano's scheduler would write it at the end of a session, but only when it changed.
 *
 * @param phase Pending, Inqueue, Running, Unknown or Completed
 * @param conditions at most one of each type
 * @param running members that run
 * @param succeeded members that ended well
 * @param failed members that ended badly
 */
record PodGroupStatus(String phase, List<Condition> conditions, int running, int succeeded, int failed) {
    static final String PENDING = "Pending";
    static final String INQUEUE = "Inqueue";
    static final String RUNNING = "Running";
    static final String UNKNOWN = "Unknown";
    static final String COMPLETED = "Completed";
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String SCHEDULED = "Scheduled";

    /** No status was ever written. */
    static final PodGroupStatus NONE = new PodGroupStatus("", List.of(), 0, 0, 0);

    PodGroupStatus {
        conditions = List.copyOf(conditions);
    }

    /**
     * One condition.
     *
     * @param transitionId names the moment since when it is so; Volcano puts the session's UID there
     * @param lastTransition RFC 3339
     */
    record Condition(
            String type, String status, String transitionId, String lastTransition, String reason, String message) {
        boolean isTrue() {
            return status.equals("True");
        }

        boolean saysTheSameAs(@Nullable Condition other) {
            return other != null
                    && status.equals(other.status)
                    && reason.equals(other.reason)
                    && type.equals(other.type);
        }
    }

    /**
     * Volcano's rule: while members run and the gang cannot be whole it is Unknown; with its minimum scheduled it is
     * Running, or Completed when all of them are over; else one that was let in stays Inqueue, and others are Pending.
     * One is let in when its queue takes it.
     *
     * @param before what is written now
     * @param why why it waits, for people
     * @param nowText this moment, RFC 3339
     */
    static PodGroupStatus of(GangView gang, PodGroupStatus before, String why, String nowText) {
        GangStatus counts = gang.spec().status();
        int running =
                (int) gang.members().stream().filter(PodGroupStatus::isRunning).count();
        int done = counts.succeeded() + counts.failed();
        int scheduled = done
                + (int) gang.members().stream().filter(PodGroupStatus::isSeated).count();
        boolean isWhole = scheduled >= gang.spec().gang().minimum() && scheduled > 0;
        boolean isUnschedulable = !isWhole && !gang.refusals().isEmpty();
        boolean isOver = before.phase.equals(COMPLETED)
                && scheduled == 0
                && gang.refusals().isEmpty();
        String phase = isUnschedulable && running > 0
                ? UNKNOWN
                : isWhole ? (done == scheduled ? COMPLETED : RUNNING) : isOver ? COMPLETED : waits(gang, before);
        return new PodGroupStatus(
                phase,
                conditions(gang, before, new Said(isWhole, isUnschedulable, why, nowText)),
                running,
                counts.succeeded(),
                counts.failed());
    }

    /** Whether anything but the words of a condition differs. */
    boolean differsFrom(PodGroupStatus other) {
        return !phase.equals(other.phase)
                || running != other.running
                || succeeded != other.succeeded
                || failed != other.failed
                || conditions.size() != other.conditions.size()
                || conditions.stream()
                        .anyMatch(condition -> !condition.saysTheSameAs(other.condition(condition.type())));
    }

    @Nullable
    Condition condition(String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst()
                .orElse(null);
    }

    private record Said(boolean isWhole, boolean isUnschedulable, String why, String nowText) {}

    private static String waits(GangView gang, PodGroupStatus before) {
        boolean isIn = before.phase.equals(INQUEUE)
                || gang.refusals().isEmpty()
                || Waiting.of(gang.refusals()).passesQueue();
        return isIn ? INQUEUE : PENDING;
    }

    private static List<Condition> conditions(GangView gang, PodGroupStatus before, Said said) {
        List<Condition> conditions = new ArrayList<>();
        Condition refused = before.condition(UNSCHEDULABLE);
        if (said.isUnschedulable()) {
            add(
                    conditions,
                    gang,
                    before,
                    condition(UNSCHEDULABLE, "True", notEnough(gang), said.why()),
                    said.nowText());
        } else if (refused != null) {
            add(conditions, gang, before, condition(UNSCHEDULABLE, "False", refused.reason(), ""), said.nowText());
        }
        if (said.isWhole()) {
            String ready = "tasks in gang are ready to be scheduled";
            add(conditions, gang, before, condition(SCHEDULED, "True", ready, ""), said.nowText());
        } else if (before.condition(SCHEDULED) != null) {
            add(
                    conditions,
                    gang,
                    before,
                    condition(SCHEDULED, "False", "gang is below its minimum", ""),
                    said.nowText());
        }
        return conditions;
    }

    /** Volcano's words for it. */
    private static String notEnough(GangView gang) {
        return gang.refusals().getFirst() instanceof Refusal.MembersMissing ? "NotEnoughTasks" : "NotEnoughResources";
    }

    private static Condition condition(String type, String status, String reason, String message) {
        return new Condition(type, status, "", "", reason, message);
    }

    /** As long as it says the same it is the same transition, also to whoever reads it after a restart. */
    private static void add(List<Condition> to, GangView gang, PodGroupStatus before, Condition said, String nowText) {
        Condition old = before.condition(said.type());
        if (old != null && said.saysTheSameAs(old)) {
            to.add(new Condition(
                    said.type(),
                    said.status(),
                    old.transitionId(),
                    old.lastTransition(),
                    said.reason(),
                    said.message()));
            return;
        }
        String identity = gang.uid() + said.type() + said.status() + said.reason() + nowText;
        String id = UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                .toString();
        to.add(new Condition(said.type(), said.status(), id, nowText, said.reason(), said.message()));
    }

    private static boolean isRunning(MemberView member) {
        return member.placement() != null
                && (member.placement().stage() == Stage.RUNNING
                        || member.placement().stage() == Stage.TERMINATING);
    }

    /** Bound or on its way, or ending and not gone. */
    private static boolean isSeated(MemberView member) {
        return member.placement() != null
                && member.placement().stage().compareTo(Stage.BINDING) >= 0
                && member.placement().stage().compareTo(Stage.EXITED) < 0;
    }
}
