package dev.basalt.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed.Kind;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.loop.EventInbox;
import dev.basalt.manifest.live.LivePod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watches over real connections, against a small API server that errs on demand. */
@Timeout(60)
final class WatchesTest {
    private static final WatchPace QUICK = new WatchPace(3, 30, 600_000, 5_000, 1, 20, 0);

    private final EventInbox inbox = new EventInbox(10_000);
    private final Directory directory = new Directory();
    private final List<Event> events = new ArrayList<>();
    private final TreeSet<String> nodes = new TreeSet<>();
    private final TreeSet<String> pods = new TreeSet<>();
    private FakeApi api;
    private KubernetesClient client;
    private @Nullable Watches watches;

    @BeforeEach
    void startServer() throws IOException {
        api = new FakeApi();
        client = api.client();
    }

    @AfterEach
    void stopAll() {
        if (watches != null) {
            Watches running = watches;
            running.stop();
            soon(() -> running.ended().isDone());
        }
        client.close();
        api.close();
    }

    @Test
    void listsAllKindsInPagesAndSaysWhenEachIsComplete() {
        for (int each = 0; each < 8; each++) {
            putNode("n" + each);
        }
        start(QUICK);

        soon(() -> listed(Kind.values()));

        assertThat(nodes).hasSize(8);
        assertThat(api.requests(Watched.NODES).subList(0, 3))
                .allMatch(query -> query.startsWith("limit=3"))
                .element(1)
                .asString()
                .contains("continue=");
        assertThat(directory.nodeUid("n3")).isEqualTo("n3-uid");
    }

    @Test
    void followsWhatIsMadeChangedAndDeleted() {
        start(QUICK);
        soon(() -> listed(Kind.values()));

        putNode("n1");
        putPod("a", "n1");
        putPod("b", "n1");
        soon(() -> nodes.contains("n1") && pods.contains("a") && pods.contains("b"));
        api.delete(Watched.PODS, "a");
        api.delete(Watched.NODES, "n1");

        soon(() -> nodes.isEmpty() && !pods.contains("a"));
        assertThat(pods).containsExactly("b");
        assertThat(api.requests(Watched.NODES)).hasSize(2);
        assertThat(api.requests(Watched.NODES).get(1)).contains("watch=true", "allowWatchBookmarks=true");
    }

    @Test
    void goesOnWhereItWasWhenAConnectionBreaks() {
        start(QUICK);
        soon(() -> listed(Kind.values()));
        putNode("n1");
        soon(() -> nodes.contains("n1"));

        api.dropWatches();
        putNode("n2");

        soon(() -> nodes.contains("n2"));
        assertThat(api.requests(Watched.NODES).stream().filter(query -> query.startsWith("limit")))
                .hasSize(1);
    }

    @Test
    void goesOnFromTheLastBookmark() {
        start(QUICK);
        soon(() -> listed(Kind.values()));
        putPod("other", "n1");
        api.bookmark(Watched.NODES);
        soon(() -> status(Watched.NODES).eventCount() == 1);

        api.dropWatches();

        soon(() -> api.requests(Watched.NODES).size() == 3);
        assertThat(api.requests(Watched.NODES).get(2)).contains("resourceVersion=102&");
    }

    @Test
    void listsAgainWhenTheServerForgotWhereItWas() {
        start(QUICK);
        soon(() -> listed(Kind.values()));
        putNode("n1");
        soon(() -> nodes.contains("n1"));

        api.deaf(true);
        api.delete(Watched.NODES, "n1");
        putNode("n2");
        api.deaf(false);
        api.compact();

        soon(() -> nodes.contains("n2") && !nodes.contains("n1"));
        assertThat(directory.nodeUid("n1")).isNull();
    }

    @Test
    void startsAListAnewWhenItsPagesExpireMeanwhile() {
        for (int each = 0; each < 8; each++) {
            putNode("n" + each);
        }
        api.failNext(Watched.NODES, 503, "");
        api.failNext(Watched.NODES, 410, "");
        start(QUICK);

        soon(() -> listed(Kind.NODES));

        assertThat(nodes).hasSize(8);
    }

    @Test
    void triesOnceForEachWaitWhenTheServerIsBusyOrOut() {
        api.failNext(Watched.NODES, 429, "");
        api.failNext(Watched.NODES, 500, "");
        api.failNext(Watched.NODES, 403, "");
        start(QUICK);

        soon(() -> listed(Kind.NODES));

        soon(() -> api.requests(Watched.NODES).size() == 5);
        assertThat(status(Watched.NODES).trouble()).isEmpty();
    }

    @Test
    void saysWhatIsWrongWhileItIs() {
        for (int each = 0; each < 5_000; each++) {
            api.failNext(Watched.POD_GROUPS, 404, "");
        }
        start(QUICK);

        soon(() -> status(Watched.POD_GROUPS).trouble().contains("install"));

        assertThat(status(Watched.POD_GROUPS).trouble())
                .isEqualTo("GET /apis/scheduling.volcano.sh/v1beta1/podgroups?limit=3 was answered with status 404. "
                        + "Maybe install Basalt's or Volcano's custom resource definitions.");
    }

    @Test
    void findsOutByListingWhatNobodySaid() {
        putNode("gone");
        putPod("gone", "n1");
        start(new WatchPace(500, 1, 1_500, 5_000, 1, 20, 0));
        soon(() -> nodes.contains("gone") && pods.contains("gone"));

        api.deaf(true);
        api.delete(Watched.NODES, "gone");
        api.delete(Watched.PODS, "gone");
        putNode("new");

        soon(() -> nodes.contains("new") && !nodes.contains("gone") && pods.isEmpty());
    }

    @Test
    void watchesAgainWhenAWatchIsSilentForTooLong() {
        start(new WatchPace(500, 1, 600_000, 200, 1, 20, 0));
        soon(() -> listed(Kind.values()));

        api.silent(true);
        int before = api.requests(Watched.NODES).size();
        soon(() -> api.requests(Watched.NODES).size() > before + 1);
        api.silent(false);
        putNode("n1");

        soon(() -> nodes.contains("n1"));
    }

    @Test
    void asksAgainWhenAnAnswerDoesNotCome() {
        api.hangNext(Watched.QUEUES);
        start(new WatchPace(500, 30, 600_000, 200, 1, 20, 0));

        soon(() -> listed(Kind.QUEUES));

        assertThat(api.requests(Watched.QUEUES)).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void reportsAnObjectThatCannotBeReadAndTakesTheOthers() {
        api.put(
                Watched.NODES,
                "bad",
                "{'metadata': {'name': 'bad', 'uid': 'bad-uid'}, 'status': {'allocatable': {'cpu': 'x'}}}");
        putNode("good");
        start(QUICK);

        soon(() -> listed(Kind.NODES));

        assertThat(nodes).containsExactly("bad", "good");
        assertThat(refusals()).containsExactly("Node bad status.allocatable.cpu");
        assertThat(events.stream().filter(Event.NodeApplied.class::isInstance)).hasSize(1);
    }

    @Test
    void neverAsksTwiceAtOnceForOneKind() {
        start(new WatchPace(1, 1, 1_000, 5_000, 1, 20, 0));
        for (int each = 0; each < 20; each++) {
            putNode("n" + each);
            api.dropWatches();
            if (each % 5 == 0) {
                api.compact();
            }
        }

        soon(() -> nodes.size() == 20);

        assertThat(api.mostInFlight()).isEqualTo(1);
    }

    @Test
    void endsItsThreadsWhenItIsStopped() {
        start(QUICK);
        soon(() -> listed(Kind.values()));

        var running = Objects.requireNonNull(watches);
        running.stop();

        soon(() -> running.ended().isDone());
        assertThat(running.ended()).isCompleted();
    }

    private void start(WatchPace pace) {
        GroupWishes nobody = new GroupWishes() {
            @Override
            public void wanted(String namespace, String name, LivePod pod) {}

            @Override
            public void settled(String namespace, String name) {}
        };
        watches = new Watches(new Watches.Parts(client, inbox, directory, nobody, List.of("basalt"), pace, 7));
        Objects.requireNonNull(watches).start();
    }

    private void putNode(String name) {
        api.put(Watched.NODES, name, "{'metadata': {'name': '%s', 'uid': '%s-uid'}}".formatted(name, name));
    }

    private void putPod(String uid, String node) {
        api.put(
                Watched.PODS,
                uid,
                "{'metadata': {'name': '%s', 'uid': '%s'}, 'spec': {'schedulerName': 'other', 'nodeName': '%s'}}"
                        .formatted(uid, uid, node));
    }

    private void soon(BooleanSupplier condition) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            read();
            return condition.getAsBoolean();
        });
    }

    private void read() throws InterruptedException {
        List<Event> taken = inbox.take(10_000, 0).events();
        events.addAll(taken);
        for (Event event : taken) {
            switch (event) {
                case Event.NodeApplied applied -> nodes.add(applied.node().name());
                case Event.NodeDeleted deleted -> nodes.remove(deleted.nodeName());
                case Event.PodObserved observed -> pods.add(observed.pod().uid());
                case Event.PodGone gone -> pods.remove(gone.podUid());
                case Event.Listed list
                when list.kind() == Kind.NODES -> {
                    nodes.clear();
                    nodes.addAll(list.identities());
                }
                default -> {}
            }
        }
    }

    private boolean listed(Kind... kinds) {
        for (Kind kind : kinds) {
            if (events.stream().noneMatch(event -> event instanceof Event.Listed list && list.kind() == kind)) {
                return false;
            }
        }
        return true;
    }

    private List<String> refusals() {
        return events.stream()
                .filter(Event.ObjectRefused.class::isInstance)
                .map(Event.ObjectRefused.class::cast)
                .map(refused -> refused.kind() + " " + refused.identity() + " " + refused.field())
                .toList();
    }

    private WatchStatus status(Watched kind) {
        return Objects.requireNonNull(watches).status().get(kind.ordinal());
    }
}
