package dev.basalt.kubernetes.call;

import dev.basalt.kubernetes.call.WriteMeter.End;

/** How a call ended, for those who count. */
public final class Ends {
    private Ends() {}

    public static End of(Answer answer) {
        return switch (answer) {
            case Answer.Told told when told.isDone() -> End.DONE;
            case Answer.Told told ->
                switch (told.code()) {
                    case 404, 410 -> End.GONE;
                    case 409 -> End.CONFLICT;
                    case 429 -> End.THROTTLED;
                    default -> End.REFUSED;
                };
            case Answer.Silence silence -> End.SILENCE;
            case Answer.Kept kept -> End.FENCED;
        };
    }
}
