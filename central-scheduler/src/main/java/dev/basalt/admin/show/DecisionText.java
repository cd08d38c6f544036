package dev.basalt.admin.show;

import dev.basalt.proto.types.v1.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** A decision as one sentence for people; its fields stay as they are for programs. */
final class DecisionText {
    /** What stands in a detail without a key. */
    private static final String REST = "";

    private final Decision decision;
    private final String subject;
    private final SortedMap<String, String> details;

    /** @param subject what people call the pod or gang that the decision is about; empty when it is about none */
    private DecisionText(Decision decision, String subject) {
        this.decision = decision;
        this.subject = subject;
        this.details = details(decision.getDetail());
    }

    static String of(Decision decision, String subject) {
        return new DecisionText(decision, subject).sentence();
    }

    private String sentence() {
        return switch (decision.getKind()) {
            case DECISION_KIND_ADMITTED ->
                subject + " was taken into queue " + detail("queue") + "; it starts with "
                        + count(detail("minimum"), "member");
            case DECISION_KIND_PLACED -> subject + " gets a place" + where() + gpus();
            case DECISION_KIND_BOUND ->
                detail("cause").equals("ADOPTED")
                        ? subject + " was found" + where() + gpus() + " and is kept"
                        : subject + " is started" + where() + gpus();
            case DECISION_KIND_WITHDRAWN -> withdrawn();
            case DECISION_KIND_EVICTED ->
                subject + " is asked to end" + where() + because(causeWords(detail("cause")), detail(REST));
            case DECISION_KIND_ENDED -> ended();
            case DECISION_KIND_QUARANTINED ->
                subject + " is set aside after a fault of the scheduler" + because(detail("bug"));
            case DECISION_KIND_REFUSED ->
                (subject.isEmpty() ? "nothing was decided" : subject + " was refused") + because(decision.getDetail());
            default ->
                (subject + " " + decision.getKind().name().toLowerCase(Locale.ROOT) + " " + decision.getDetail())
                        .strip();
        };
    }

    private String withdrawn() {
        String members = detail("members");
        return members.isEmpty()
                ? subject + " gives back its place" + where() + because(detail("why"))
                : count(members, "member") + " of " + subject + " give back their places" + because(detail("why"));
    }

    private String ended() {
        if (!detail("phase").isEmpty()) {
            String how = detail("phase").equals("COMPLETED") ? " has completed" : " has failed";
            return subject + how + ": " + count(detail("succeeded"), "member") + " ended well, " + detail("failed")
                    + " did not";
        }
        if (!detail("cause").isEmpty()) {
            return subject + " is lost" + where() + because(causeWords(detail("cause")));
        }
        if (detail("lost").equals("true")) {
            return subject + " is lost" + where() + ": what became of it is not known";
        }
        return subject
                + (detail("exit").equals("0") ? " ended well" : " failed with exit code " + detail("exit"))
                + where();
    }

    private String where() {
        return decision.getNodesCount() == 0 ? "" : " on " + String.join(", ", decision.getNodesList());
    }

    private String gpus() {
        int gpuCount = decision.getDeviceUuidsCount();
        return gpuCount == 0 ? "" : " with " + count(Integer.toString(gpuCount), "GPU");
    }

    private static String because(String... reasons) {
        List<String> said = new ArrayList<>();
        for (String reason : reasons) {
            if (!reason.isBlank()) {
                said.add(reason.strip());
            }
        }
        return said.isEmpty() ? "" : ": " + String.join(", ", said);
    }

    /** Causes are names of the core's constants. */
    private static String causeWords(String cause) {
        return switch (cause) {
            case "GANG_DELETED" -> "its job was deleted";
            case "SCALED_DOWN" -> "its job wants fewer members";
            case "NODE_DRAINED" -> "its node is drained";
            case "NODE_LOST" -> "its node is lost";
            case "GANG_INCOMPLETE" -> "its gang cannot be made whole";
            case "PREEMPTED" -> "its room is for work of higher priority";
            case "RECLAIMED" -> "its room is another queue's by right";
            case "POD_GONE" -> "its pod is gone";
            case "UNKNOWN_TO_EXECUTOR" -> "its agent knows nothing of it";
            default -> cause.toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    private static String count(String number, String thing) {
        return number + " " + thing + (number.equals("1") ? "" : "s");
    }

    private String detail(String key) {
        return details.getOrDefault(key, "");
    }

    /** The {@code key=value} words of a detail; {@code why} and {@code bug} have all that follows. */
    private static SortedMap<String, String> details(String detail) {
        TreeMap<String, String> details = new TreeMap<>();
        String left = detail.strip();
        while (!left.isEmpty()) {
            String word = left.split(" ", 2)[0];
            int equals = word.indexOf('=');
            String key = equals < 1 ? REST : word.substring(0, equals);
            boolean takesAll = key.equals(REST) || key.equals("why") || key.equals("bug");
            details.put(key, takesAll ? left.substring(equals < 1 ? 0 : equals + 1) : word.substring(equals + 1));
            left = takesAll ? "" : left.substring(word.length()).strip();
        }
        return details;
    }
}
