package dev.basalt.kubernetes.gang;

import dev.basalt.manifest.live.LivePod;

/** Told which PodGroups are missing that nobody but us makes. Called on the assembler's thread; must be quick. */
public interface GroupWishes {
    /** A group of that name is wanted for pods like this one. May be said again. */
    void wanted(String namespace, String name, LivePod pod);

    /** That group is there, or no pod wants it any more. */
    void settled(String namespace, String name);
}
