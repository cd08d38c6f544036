package dev.basalt.core.machine.members;

import dev.basalt.core.machine.Limits;
import java.util.Arrays;

/** What was asked of the outside and is not answered. An ask is repeated after {@link Limits#RESEND_MILLIS}. */
public final class Asks {
    private static final long NOT_ASKED = Long.MIN_VALUE;
    private static final long SETTLED = Long.MAX_VALUE;

    private final long[] askedAt = new long[Ask.values().length];

    /** What can be asked for a placed pod. */
    public enum Ask {
        GRANTS,
        BIND,
        COMMIT,
        EVICT,
        WITHDRAW
    }

    public Asks() {
        Arrays.fill(askedAt, NOT_ASKED);
    }

    /** Whether it is time to ask, for the first time or again. */
    public boolean isDue(Ask ask, long nowMillis) {
        long at = askedAt[ask.ordinal()];
        return at == NOT_ASKED || (at != SETTLED && nowMillis - at >= Limits.RESEND_MILLIS);
    }

    /** When it is time to ask again. */
    public long dueMillis(Ask ask) {
        long at = askedAt[ask.ordinal()];
        return at == NOT_ASKED ? 0 : at == SETTLED ? SETTLED : at + Limits.RESEND_MILLIS;
    }

    public void asked(Ask ask, long nowMillis) {
        askedAt[ask.ordinal()] = nowMillis;
    }

    /** The answer came: it is not asked again. */
    public void settled(Ask ask) {
        askedAt[ask.ordinal()] = SETTLED;
    }

    /** The answer was lost or refused: it is asked anew at once. */
    public void reopened(Ask ask) {
        askedAt[ask.ordinal()] = NOT_ASKED;
    }
}
