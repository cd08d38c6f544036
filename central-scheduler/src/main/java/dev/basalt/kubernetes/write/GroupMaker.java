package dev.basalt.kubernetes.write;

import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.NewestWins;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.manifest.live.LivePod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Makes PodGroups for pods that name none, as Volcano's controller does: under the owner of the pods, so that they go
 * with it. In the background, after anything more urgent, and only while this process leads; what was wished for
 * earlier is made then.
 */
final class GroupMaker implements GroupWishes {
    private static final int MOST_IN_FLIGHT = 4;
    private static final long CALL_MILLIS = 10_000;
    private static final String API = "scheduling.volcano.sh/v1beta1";

    private final ApiCalls calls;
    private final Fence fence;
    private final WriteMeter meter;
    private final ConcurrentHashMap<String, Wish> wishes = new ConcurrentHashMap<>();
    private final NewestWins<Wish> writes;

    /** @param mustYield true while something more urgent waits for the API server */
    GroupMaker(ApiCalls calls, Fence fence, WriteMeter meter, BooleanSupplier mustYield) {
        this.calls = calls;
        this.fence = fence;
        this.meter = meter;
        this.writes = new NewestWins<>(MOST_IN_FLIGHT, mustYield, this::make);
    }

    private record Wish(String namespace, String name, LivePod pod) {}

    @Override
    public void wanted(String namespace, String name, LivePod pod) {
        String key = namespace + "/" + name;
        Wish wish = new Wish(namespace, name, pod);
        if (wishes.putIfAbsent(key, wish) == null && fence.epoch() > 0) {
            writes.put(key, wish);
        }
    }

    @Override
    public void settled(String namespace, String name) {
        wishes.remove(namespace + "/" + name);
    }

    /** This process leads now: makes what is still wanted. */
    void resume() {
        wishes.forEach(writes::put);
    }

    private boolean make(String key, Wish wish) throws InterruptedException {
        long epoch = fence.epoch();
        if (epoch == 0 || !wishes.containsKey(key)) {
            return true;
        }
        long began = System.nanoTime();
        Answer answer = calls.make(Call.post(
                "/apis/" + API + "/namespaces/" + wish.namespace() + "/podgroups",
                message(wish),
                Math.min(CALL_MILLIS, fence.leftMillis(epoch)),
                () -> fence.allows(epoch)));
        meter.called(WriteMeter.Kind.POD_GROUP, Ends.of(answer), System.nanoTime() - began);
        return switch (answer) {
            case Answer.Told told -> told.isDone() || told.code() == 409 || told.code() == 404;
            case Answer.Silence silence -> false;
            case Answer.Kept kept -> true;
        };
    }

    private static Map<String, Object> message(Wish wish) {
        LivePod pod = wish.pod();
        LivePod.Ask ask = pod.ask();
        TreeMap<String, Object> spec = new TreeMap<>();
        spec.put("minMember", ask == null ? 1 : Math.max(1, ask.minimum()));
        if (ask != null && !ask.queueName().isEmpty()) {
            spec.put("queue", ask.queueName());
        }
        if (ask != null && !ask.priorityClass().isEmpty()) {
            spec.put("priorityClassName", ask.priorityClass());
        }
        return Map.of(
                "apiVersion",
                API,
                "kind",
                "PodGroup",
                "metadata",
                Map.of(
                        "namespace", wish.namespace(),
                        "name", wish.name(),
                        "ownerReferences", List.of(owner(pod))),
                "spec",
                spec);
    }

    private static Map<String, Object> owner(LivePod pod) {
        LivePod.Owner owner = pod.owner();
        return owner.isNone()
                ? Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Pod",
                        "name",
                        pod.meta().name(),
                        "uid",
                        pod.meta().uid(),
                        "controller",
                        true)
                : Map.of(
                        "apiVersion", owner.apiVersion(),
                        "kind", owner.kind(),
                        "name", owner.name(),
                        "uid", owner.uid(),
                        "controller", true);
    }
}
