package dev.basalt.agent.limit;

import java.util.Optional;
import java.util.TreeMap;

/**
 * What the pods on one device take of it. A pod's containers do not all run at once, so a pod takes the most that any
 * init container takes, or the sum of its main ones, whichever is more; sidecars add to the main ones.
 */
final class DeviceLoad {
    private final TreeMap<String, PodLoad> byPod = new TreeMap<>();

    void add(LimitGrant grant) {
        byPod.computeIfAbsent(grant.key().podUid(), ignored -> new PodLoad()).add(grant);
    }

    long memoryMib() {
        return byPod.values().stream().mapToLong(PodLoad::memoryMib).sum();
    }

    int corePermille() {
        return byPod.values().stream().mapToInt(PodLoad::corePermille).sum();
    }

    int podCount() {
        return byPod.size();
    }

    /** A pod other than this one, if one of the two wants the device alone. */
    Optional<String> rivalOf(String podUid) {
        boolean alone = byPod.getOrDefault(podUid, new PodLoad()).exclusive;
        return byPod.entrySet().stream()
                .filter(other -> !other.getKey().equals(podUid) && (alone || other.getValue().exclusive))
                .map(java.util.Map.Entry::getKey)
                .findFirst();
    }

    private static final class PodLoad {
        private long initMib;
        private long mainMib;
        private int initPermille;
        private int mainPermille;
        private boolean exclusive;

        void add(LimitGrant grant) {
            exclusive |= grant.exclusive();
            switch (grant.phase()) {
                case INIT -> {
                    initMib = Math.max(initMib, grant.memoryMib());
                    initPermille = Math.max(initPermille, grant.corePermille());
                }
                case RESTARTABLE_INIT, MAIN -> {
                    mainMib += grant.memoryMib();
                    mainPermille += grant.corePermille();
                }
            }
        }

        long memoryMib() {
            return Math.max(initMib, mainMib);
        }

        int corePermille() {
            return Math.max(initPermille, mainPermille);
        }
    }
}
