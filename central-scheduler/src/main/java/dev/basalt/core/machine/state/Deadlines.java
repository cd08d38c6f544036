package dev.basalt.core.machine.state;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** When to look at something again, so that no step has to look at everything. One time per subject: the earliest. */
public final class Deadlines {
    private final TreeMap<Long, TreeSet<Subject>> byTime = new TreeMap<>();
    private final TreeMap<Subject, Long> bySubject = new TreeMap<>();

    /** What is looked at: a gang, a node's silence, or grants that a node gives back. */
    public record Subject(Kind kind, String name) implements Comparable<Subject> {
        @Override
        public int compareTo(Subject other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : name.compareTo(other.name);
        }
    }

    /** Kinds of subject. */
    public enum Kind {
        NODE_SILENCE,
        NODE_GIVES_BACK,
        GANG
    }

    /** Looks at the subject at that time, or earlier when an earlier time was set. */
    public void arm(Kind kind, String name, long atMillis) {
        Subject subject = new Subject(kind, name);
        Long known = bySubject.get(subject);
        if (known != null && known <= atMillis) {
            return;
        }
        disarm(kind, name);
        bySubject.put(subject, atMillis);
        byTime.computeIfAbsent(atMillis, any -> new TreeSet<>()).add(subject);
    }

    /** Forgets the subject's time. */
    public void disarm(Kind kind, String name) {
        Subject subject = new Subject(kind, name);
        Long known = bySubject.remove(subject);
        if (known != null) {
            TreeSet<Subject> subjects = byTime.get(known);
            if (subjects != null && subjects.remove(subject) && subjects.isEmpty()) {
                byTime.remove(known);
            }
        }
    }

    /** Takes out every subject whose time has come, earliest first. */
    public List<Subject> due(long nowMillis) {
        List<Subject> due = new ArrayList<>();
        while (!byTime.isEmpty() && byTime.firstKey() <= nowMillis) {
            TreeSet<Subject> subjects = byTime.pollFirstEntry().getValue();
            subjects.forEach(bySubject::remove);
            due.addAll(subjects);
        }
        return due;
    }

    /** The earliest time that is set; {@link Long#MAX_VALUE} when none is. */
    public long nextMillis() {
        return byTime.isEmpty() ? Long.MAX_VALUE : byTime.firstKey();
    }
}
