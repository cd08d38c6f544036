package dev.basalt.agent.limit;

import dev.basalt.agent.limit.DesiredLimits.Scope;
import dev.basalt.agent.limit.LimitGrant.Owner;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.NodeFacts.DeviceRoom;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Short names for what tests of limits are about. */
public final class Limits {
    /** Memory of each device, in MiB. */
    public static final long ROOM_MIB = 10_000;

    private Limits() {}

    /** The key of a pod's main container on a device. */
    public static GrantKey key(String pod, String device) {
        return new GrantKey(pod, "main", device);
    }

    /** A share without a deadline, decided in that revision. */
    public static LimitGrant share(String pod, String device, long memoryMib, Revision revision) {
        return new LimitGrant(
                key(pod, device),
                memoryMib,
                100,
                false,
                Phase.MAIN,
                revision,
                0,
                false,
                Optional.of(Rung.WATCHDOG),
                Owner.UNKNOWN);
    }

    /** The same with a deadline. */
    public static LimitGrant endingAfter(long deadlineMillis, LimitGrant grant) {
        return new LimitGrant(
                grant.key(),
                grant.memoryMib(),
                grant.corePermille(),
                grant.exclusive(),
                grant.phase(),
                grant.revision(),
                deadlineMillis,
                false,
                grant.rung(),
                grant.owner());
    }

    /** The same of a bound pod. */
    public static LimitGrant committed(LimitGrant grant) {
        return new LimitGrant(
                grant.key(),
                grant.memoryMib(),
                grant.corePermille(),
                grant.exclusive(),
                grant.phase(),
                grant.revision(),
                0,
                true,
                grant.rung(),
                grant.owner());
    }

    /** The same for a pod that wants the device alone. */
    public static LimitGrant alone(LimitGrant grant) {
        return new LimitGrant(
                grant.key(),
                grant.memoryMib(),
                grant.corePermille(),
                true,
                grant.phase(),
                grant.revision(),
                grant.deadlineMillis(),
                grant.committed(),
                grant.rung(),
                grant.owner());
    }

    /** The same for an init container of that name. */
    public static LimitGrant init(String container, LimitGrant grant) {
        return new LimitGrant(
                new GrantKey(grant.key().podUid(), container, grant.key().deviceUuid()),
                grant.memoryMib(),
                grant.corePermille(),
                grant.exclusive(),
                Phase.INIT,
                grant.revision(),
                grant.deadlineMillis(),
                grant.committed(),
                grant.rung(),
                grant.owner());
    }

    public static Revision revision(long epoch, long generation) {
        return new Revision(epoch, generation);
    }

    /** All that is wanted. */
    public static DesiredLimits full(Revision revision, LimitGrant... grants) {
        return new DesiredLimits(revision, Scope.FULL, 0, List.of(grants), List.of());
    }

    /** What changed since a generation. */
    public static DesiredLimits changes(Revision revision, long base, LimitGrant... grants) {
        return new DesiredLimits(revision, Scope.CHANGES, base, List.of(grants), List.of());
    }

    /** A node of devices "a" to "c", at most four pods on each, on which these containers run. */
    public static NodeFacts facts(ContainerKey... running) {
        SortedMap<String, DeviceRoom> devices = new TreeMap<>();
        for (String device : List.of("a", "b", "c")) {
            devices.put(device, new DeviceRoom(ROOM_MIB, 1000, 4, List.of(Rung.WATCHDOG)));
        }
        return new NodeFacts(devices, new TreeSet<>(List.of(running)));
    }

    /** The book after desired limits were taken. */
    public static LimitBook after(LimitBook book, DesiredLimits desired, NodeFacts facts) {
        return book.after(LimitPlanner.plan(book, desired, facts, 0));
    }
}
