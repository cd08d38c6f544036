package dev.basalt.core.machine.state;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What happened since the last planning pass that may let a waiting gang start. Heartbeats never show here. */
public final class Wake {
    private final TreeSet<String> gangUids = new TreeSet<>();
    private boolean clusterChanged;
    private boolean roomFreed;
    private boolean neighboursCame;

    /** Nodes, devices, queues, domains or policy changed: every reason to wait may be void. */
    public void clusterChanged() {
        clusterChanged = true;
    }

    /** Room or quota was given back: reasons that pass by waiting may be void. */
    public void roomFreed() {
        roomFreed = true;
    }

    /** A pod was placed: gangs that want such a pod near, or count it for their spread, may start. */
    public void neighboursCame() {
        neighboursCame = true;
    }

    /** The gang itself changed. */
    public void gang(String uid) {
        gangUids.add(uid);
    }

    public boolean isAwake() {
        return clusterChanged || roomFreed || neighboursCame || !gangUids.isEmpty();
    }

    public boolean hasClusterChanged() {
        return clusterChanged;
    }

    public boolean hasRoomFreed() {
        return roomFreed;
    }

    public boolean haveNeighboursCome() {
        return neighboursCame;
    }

    /** Gangs that changed themselves, by UID. */
    public List<String> gangUids() {
        return new ArrayList<>(gangUids);
    }

    public boolean hasGang(String uid) {
        return gangUids.contains(uid);
    }

    /** Everything was planned. */
    public void sleep() {
        gangUids.clear();
        clusterChanged = false;
        roomFreed = false;
        neighboursCame = false;
    }
}
