package dev.basalt.kubernetes.gang;

/**
 * Numbers events so that each is newer than all before it, in this process and after a restart. A number begins with
 * the highest resource version seen, and has room for a million events that one version causes: a pod of which nothing
 * changed may still move to another gang.
 */
public final class Stamps {
    private static final int EVENTS_BITS = 20;

    private long last;

    /** An object or list of that version was seen. */
    public void saw(long resourceVersion) {
        last = Math.max(last, resourceVersion << EVENTS_BITS);
    }

    public long next() {
        return ++last;
    }
}
