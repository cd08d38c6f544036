package dev.basalt.kubernetes.gang;

import static dev.basalt.kubernetes.gang.PodText.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.kubernetes.call.Meters;
import dev.basalt.kubernetes.call.ScriptedApi;
import dev.basalt.kubernetes.call.ScriptedApi.Reply;
import dev.basalt.kubernetes.call.ScriptedApi.Request;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.Fences;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PodGroupMakerTest {
    private static final String GROUPS = "/apis/scheduling.volcano.sh/v1beta1/namespaces/team-a/podgroups";
    private static final String OWNER = "/apis/apps/v1/namespaces/team-a/replicasets/ReplicaSet-of-rs";

    private final Fence fence = Fences.open(3);
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Meters meter = new Meters();
    private ScriptedApi api;
    private PodGroupMaker maker;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi(request -> Reply.of(201, "{}"));
        maker = new PodGroupMaker(api.calls(), fence, meter, busy::get);
        maker.start();
    }

    @AfterEach
    void stop() {
        maker.close();
        api.close();
    }

    @Test
    void makesTheGroupOfABarePod() throws InterruptedException {
        maker.wanted("team-a", "podgroup-p1", pod("p1").read());

        Request made = api.awaitRequest();
        assertThat(made.verb() + " " + made.path()).isEqualTo("POST " + GROUPS);
        assertThat(made.body())
                .contains(
                        "\"apiVersion\":\"scheduling.volcano.sh/v1beta1\"",
                        "\"kind\":\"PodGroup\"",
                        "\"name\":\"podgroup-p1\"",
                        "\"namespace\":\"team-a\"",
                        "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"controller\":true,"
                                + "\"name\":\"pod-p1\",\"uid\":\"p1\"}]",
                        "\"spec\":{\"minMember\":1}");
    }

    @Test
    void takesMinimumAndQueueFromTheOwnersAnnotations() throws InterruptedException {
        api.script(request -> request.path().equals(OWNER)
                ? Reply.of(
                        200,
                        "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"annotations\":{"
                                + "\"scheduling.volcano.sh/group-min-member\":\"4\","
                                + "\"scheduling.volcano.sh/queue-name\":\"research\","
                                + "\"volcano.sh/preemptable\":\"false\",\"team\":\"a\"}}}")
                : Reply.of(201, "{}"));

        maker.wanted(
                "team-a", "podgroup-rs", pod("p1").ownedBy("ReplicaSet", "rs").read());

        assertThat(api.awaitRequest().path()).isEqualTo(OWNER);
        assertThat(api.awaitRequest().body())
                .contains(
                        "\"annotations\":{\"volcano.sh/preemptable\":\"false\"}",
                        "\"kind\":\"ReplicaSet\",\"controller\":true,\"name\":\"ReplicaSet-of-rs\",\"uid\":\"rs\"",
                        "\"spec\":{\"minMember\":4,\"queue\":\"research\"}");
    }

    @Test
    void letsThePodsOwnAnnotationsWin() throws InterruptedException {
        var pod = pod("p1")
                .ownedBy("PyTorchJob", "job")
                .annotated("scheduling.volcano.sh/group-min-member", "2")
                .annotated("scheduling.volcano.sh/queue-name", "own")
                .spec("'priorityClassName': 'high',");

        maker.wanted("team-a", "podgroup-job", pod.read());

        assertThat(api.awaitRequest().body())
                .contains("\"spec\":{\"minMember\":2,\"priorityClassName\":\"high\",\"queue\":\"own\"}");
    }

    @Test
    void makesAGroupWhoseOwnerIsGone() throws InterruptedException {
        api.script(request -> request.path().equals(OWNER)
                ? Reply.failure(404, "NotFound", "no such replicaset")
                : Reply.of(201, "{}"));

        maker.wanted(
                "team-a", "podgroup-rs", pod("p1").ownedBy("ReplicaSet", "rs").read());

        assertThat(api.awaitRequest().path()).isEqualTo(OWNER);
        assertThat(api.awaitRequest().body()).contains("\"minMember\":1");
    }

    @Test
    void makesAGroupOnceHoweverOftenItIsWanted() {
        var pod = pod("p1").read();
        for (int each = 0; each < 100; each++) {
            maker.wanted("team-a", "podgroup-p1", pod);
        }
        maker.wanted("team-a", "podgroup-p2", pod("p2").read());

        await().until(() -> api.requests().size() == 2);
        maker.settled("team-a", "podgroup-p1");
        assertThat(maker.waiting()).isEqualTo(1);
    }

    @Test
    void triesAgainUntilTheGroupCanBeMade() {
        AtomicInteger calls = new AtomicInteger();
        api.script(request -> calls.incrementAndGet() < 3
                ? Reply.failure(500, "InternalError", "etcd is away")
                : Reply.of(201, "{}"));

        maker.wanted("team-a", "podgroup-p1", pod("p1").read());

        await().until(() -> meter.lines().size() == 3);
        assertThat(meter.lines()).containsExactly("POD_GROUP REFUSED", "POD_GROUP REFUSED", "POD_GROUP DONE");
    }

    @Test
    void makesNothingWhileItDoesNotLead() throws InterruptedException {
        Fences.shut(fence);
        maker.wanted("team-a", "podgroup-p1", pod("p1").read());
        assertThat(maker.waiting()).isEqualTo(1);

        var leading = new PodGroupMaker(api.calls(), Fences.open(4), meter, busy::get);
        leading.start();
        leading.wanted("team-a", "podgroup-p2", pod("p2").read());

        assertThat(api.awaitRequest().body()).contains("podgroup-p2");
        assertThat(api.requests()).hasSize(1);
        leading.close();
    }

    @Test
    void letsGroupsThatNobodyWaitsForComeLast() throws InterruptedException {
        busy.set(true);
        maker.wanted("team-a", "podgroup-p1", pod("p1").read());
        maker.wanted(
                "team-a", "podgroup-job", pod("p2").ownedBy("PyTorchJob", "job").read());
        assertThat(api.awaitRequest().body()).contains("podgroup-job");

        busy.set(false);

        assertThat(api.awaitRequest().body()).contains("podgroup-p1");
    }
}
