package dev.basalt.kubernetes.gang;

import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LivePod.Owner;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the PodGroups that nobody else makes, while this process leads. A group that is wanted is made once; one that
 * does not show up is tried again, later each time. Groups that pods wait for come before those of pods that stand
 * alone and need theirs only to be looked at.
 */
public final class PodGroupMaker implements GroupWishes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PodGroupMaker.class);
    private static final int WORKERS = 4;
    private static final long TIMEOUT_MILLIS = 10_000;
    private static final long IDLE_MILLIS = 250;
    private static final long FIRST_RETRY_MILLIS = 500;
    private static final long MOST_RETRY_MILLIS = 30_000;
    /** A group that was made and did not show up for so long is made again. */
    private static final long SHOWS_UP_MILLIS = 60_000;

    /** Owners whose annotations are read, and where they are. */
    private static final Map<String, String> OWNER_PATHS = Map.of(
            "ReplicaSet", "/apis/apps/v1/namespaces/%s/replicasets/%s",
            "StatefulSet", "/apis/apps/v1/namespaces/%s/statefulsets/%s",
            "Job", "/apis/batch/v1/namespaces/%s/jobs/%s");

    private final ApiCalls calls;
    private final Fence fence;
    private final WriteMeter meter;
    private final BooleanSupplier mustYield;
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<GroupKey.Id, Wish> awaited = new LinkedHashMap<>();
    private final LinkedHashMap<GroupKey.Id, Wish> shown = new LinkedHashMap<>();
    private final List<Thread> workers;
    private volatile boolean stopping;

    /** A group to be made; {@code dueNanos} says when to try (next). */
    private record Wish(GroupKey.Id id, LivePod pod, long dueNanos, int tries) {
        /** Nobody else tries it while it is tried. */
        Wish taken() {
            return new Wish(id, pod, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SHOWS_UP_MILLIS), tries);
        }

        Wish later(long millis) {
            return new Wish(id, pod, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), tries + 1);
        }
    }

    /** @param mustYield true while something more urgent waits for the API server */
    public PodGroupMaker(ApiCalls calls, Fence fence, WriteMeter meter, BooleanSupplier mustYield) {
        this.calls = calls;
        this.fence = fence;
        this.meter = meter;
        this.mustYield = mustYield;
        workers = IntStream.range(0, WORKERS)
                .mapToObj(each -> Thread.ofVirtual().name("pod-groups-" + each).unstarted(this::run))
                .toList();
    }

    public void start() {
        workers.forEach(Thread::start);
    }

    @Override
    public void wanted(String namespace, String name, LivePod pod) {
        GroupKey.Id id = new GroupKey.Id(namespace, name);
        LivePod.Ask ask = pod.ask();
        boolean alone = ask != null && GroupKey.of(pod, ask).alone();
        lock.lock();
        try {
            (alone ? shown : awaited).putIfAbsent(id, new Wish(id, pod, System.nanoTime(), 0));
        } finally {
            lock.unlock();
        }
        workers.forEach(LockSupport::unpark);
    }

    @Override
    public void settled(String namespace, String name) {
        GroupKey.Id id = new GroupKey.Id(namespace, name);
        lock.lock();
        try {
            awaited.remove(id);
            shown.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** Groups that are wanted and not there. */
    public int waiting() {
        lock.lock();
        try {
            return awaited.size() + shown.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stopping = true;
        workers.forEach(Thread::interrupt);
    }

    private void run() {
        try {
            while (!stopping && !Thread.interrupted()) {
                long epoch = fence.epoch();
                Wish wish = epoch == 0 ? null : due();
                if (wish == null) {
                    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS));
                } else {
                    replace(wish, tried(wish, epoch));
                }
            }
        } catch (InterruptedException stopped) {
            LOG.debug("no more PodGroups are made");
        }
    }

    private @Nullable Wish due() {
        lock.lock();
        try {
            Wish first = due(awaited);
            return first != null || mustYield.getAsBoolean() ? first : due(shown);
        } finally {
            lock.unlock();
        }
    }

    /** The wish that has waited longest, now taken by this worker; it goes to the end. */
    private static @Nullable Wish due(Map<GroupKey.Id, Wish> wishes) {
        long now = System.nanoTime();
        for (Wish wish : wishes.values()) {
            if (wish.dueNanos() - now <= 0) {
                Wish taken = wish.taken();
                wishes.remove(wish.id());
                wishes.put(wish.id(), taken);
                return taken;
            }
        }
        return null;
    }

    private void replace(Wish wish, Wish next) {
        lock.lock();
        try {
            for (LinkedHashMap<GroupKey.Id, Wish> wishes : List.of(awaited, shown)) {
                if (wishes.remove(wish.id(), wish)) {
                    wishes.put(wish.id(), next);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tries to make the group; answers with when to look at it again. */
    private Wish tried(Wish wish, long epoch) throws InterruptedException {
        Owner owner = wish.pod().owner();
        Answer read = ownerOf(wish, owner);
        TreeMap<String, String> notes = new TreeMap<>();
        if (read instanceof Answer.Told told && told.isDone()) {
            GenericKubernetesResource object = calls.read(told, GenericKubernetesResource.class);
            if (object.getMetadata() != null && object.getMetadata().getAnnotations() != null) {
                notes.putAll(object.getMetadata().getAnnotations());
            }
        } else if (read != null && !isGone(read)) {
            return again(wish, owner.kind() + " " + owner.name(), read);
        }
        GroupKey.Id id = wish.id();
        long began = System.nanoTime();
        Answer answer = calls.make(Call.post(
                "/apis/scheduling.volcano.sh/v1beta1/namespaces/" + id.namespace() + "/podgroups",
                PodGroupObject.of(id.namespace(), id.name(), wish.pod(), notes),
                TIMEOUT_MILLIS,
                () -> fence.allows(epoch)));
        meter.called(WriteMeter.Kind.POD_GROUP, Ends.of(answer), System.nanoTime() - began);
        boolean there = answer instanceof Answer.Told told && (told.isDone() || told.code() == 409);
        return there ? wish.later(SHOWS_UP_MILLIS) : again(wish, "PodGroup", answer);
    }

    private @Nullable Answer ownerOf(Wish wish, Owner owner) throws InterruptedException {
        String path = OWNER_PATHS.get(owner.kind());
        return path == null
                ? null
                : calls.make(Call.get(path.formatted(wish.id().namespace(), owner.name()), TIMEOUT_MILLIS));
    }

    private static boolean isGone(Answer answer) {
        return answer instanceof Answer.Told told && told.code() == 404;
    }

    private static Wish again(Wish wish, String what, Answer answer) {
        long doubled = FIRST_RETRY_MILLIS << Math.min(wish.tries(), 10);
        long asked = answer instanceof Answer.Told told ? told.retryAfterMillis() : 0;
        if (wish.tries() == 0 && !(answer instanceof Answer.Kept)) {
            String why = answer instanceof Answer.Told told ? told.message() : answer.toString();
            LOG.warn(
                    "cannot make group={}/{} yet, {}: {}",
                    wish.id().namespace(),
                    wish.id().name(),
                    what,
                    why);
        }
        return wish.later(Math.max(asked, Math.min(MOST_RETRY_MILLIS, doubled)));
    }
}
