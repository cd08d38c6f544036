package dev.basalt.core.machine.members;

import dev.basalt.core.model.TaskId;

/** A member slot of a gang: the pod that fills it, and the pod that was asked for. */
public final class Slot {
    private static final long NOT_ASKED = Long.MIN_VALUE;

    private final TaskId task;
    private String podUid = "";
    private boolean vacated;
    private int incarnation;
    private long askedAtMillis = NOT_ASKED;

    Slot(TaskId task) {
        this.task = task;
    }

    public TaskId task() {
        return task;
    }

    /** UID of its pod; empty while there is none. */
    public String podUid() {
        return podUid;
    }

    public boolean isEmpty() {
        return podUid.isEmpty();
    }

    /** True once it had a pod that is gone. */
    public boolean isVacated() {
        return vacated;
    }

    /** When its present pod was asked for; {@link Long#MIN_VALUE} when none was. */
    public long askedAtMillis() {
        return askedAtMillis;
    }

    public boolean isAsked() {
        return askedAtMillis != NOT_ASKED;
    }

    /** Incarnation that was asked for. */
    public int incarnation() {
        return incarnation;
    }

    public void asked(int newIncarnation, long nowMillis) {
        incarnation = newIncarnation;
        askedAtMillis = nowMillis;
    }

    public void fill(String newPodUid) {
        podUid = newPodUid;
        askedAtMillis = NOT_ASKED;
    }

    public void vacate() {
        podUid = "";
        vacated = true;
        askedAtMillis = NOT_ASKED;
    }
}
