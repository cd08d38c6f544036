package dev.basalt.kubernetes.call;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was counted. */
public final class Meters implements WriteMeter {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void called(Kind kind, End end, long nanos) {
        lines.add(kind + " " + end);
    }

    @Override
    public void dropped(Kind kind) {
        lines.add(kind + " DROPPED");
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
