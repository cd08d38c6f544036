package dev.basalt.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.keep.LimitFolders;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.keep.LimitStore;
import dev.basalt.agent.limit.Limits;
import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.Refuse;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conversation about the node against a scheduler on loopback. */
class NodeLinkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path root;

    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private FakeScheduler scheduler;
    private LimitKeeper limits;
    private NodeLink link;

    @BeforeEach
    void link() throws IOException {
        scheduler = new FakeScheduler(0, 5);
        Files.writeString(root.resolve("token"), "secret");
        limits = new LimitKeeper(new LimitStore(root), new LimitFolders(root.resolve("limits")), () -> 0);
        var dialer = new Dialer(scheduler.address(), root.resolve("token"), Optional.empty());
        link = new NodeLink(loop, dialer, new FixedNode(limits), limits, 100);
        var ticking = loop.scheduleWithFixedDelay(
                () -> link.tick(System.nanoTime() / 1_000_000), 0, 10, TimeUnit.MILLISECONDS);
        assertThat(ticking.isCancelled()).isFalse();
    }

    @AfterEach
    void hangUp() throws ExecutionException, InterruptedException {
        loop.submit(link::close).get();
        loop.shutdownNow();
        scheduler.close();
    }

    @Test
    void saysHelloThenItsInventoryThenHeartbeats() {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);

        assertThat(scheduler.heard.stream().map(AgentMessage::getMessageCase).distinct())
                .containsExactly(
                        AgentMessage.MessageCase.HELLO,
                        AgentMessage.MessageCase.FULL_INVENTORY,
                        AgentMessage.MessageCase.LIMIT_STATUS,
                        AgentMessage.MessageCase.HEARTBEAT);
        assertThat(limits.book().highestEpoch()).isEqualTo(5);
    }

    @Test
    void connectsAgainWhenTheSchedulerComesBack() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        int port = scheduler.port();
        scheduler.close();
        await().atMost(PATIENCE).until(() -> link.state() != NodeLink.State.LINKED);

        scheduler = new FakeScheduler(port, 6);

        assertThat(scheduler.awaitMessage(AgentMessage::hasHello).getHello().getHighestEpochSeen())
                .isEqualTo(5);
        scheduler.awaitMessage(AgentMessage::hasFullInventory);
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
    }

    @Test
    void tellsEverythingItHoldsAfterEachWelcome() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        scheduler.acknowledge(false);
        scheduler.say(desired(5, 1, grant("p1")));
        awaitGrant("p1", GrantState.GRANT_STATE_ACCEPTED);
        int port = scheduler.port();
        scheduler.close();

        scheduler = new FakeScheduler(port, 6);

        LimitStatus status =
                scheduler.awaitMessage(AgentMessage::hasLimitStatus).getLimitStatus();
        assertThat(status.getComplete()).isTrue();
        assertThat(status.getGrantsList())
                .extracting(grant -> grant.getKey().getPodUid(), GrantStatus::getState)
                .containsExactly(tuple("p1", GrantState.GRANT_STATE_ACCEPTED));
    }

    @Test
    void saysThatAGrantIsReleasedUntilThatIsAcknowledged() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        scheduler.acknowledge(false);
        scheduler.say(desired(5, 1, grant("p1")));
        scheduler.say(desired(5, 2));
        awaitGrant("p1", GrantState.GRANT_STATE_RELEASED);
        int port = scheduler.port();
        scheduler.close();

        scheduler = new FakeScheduler(port, 6);
        awaitGrant("p1", GrantState.GRANT_STATE_RELEASED);

        await().atMost(PATIENCE).until(() -> limits.book().ended().isEmpty());
    }

    @Test
    void refusesLimitsOfAnOlderEpochWithTheNumbers() {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);

        scheduler.say(desired(4, 9, grant("p1")));

        GrantStatus status = awaitGrant("p1", GrantState.GRANT_STATE_REFUSED);
        assertThat(status.getReason().getCode()).isEqualTo("OlderEpoch");
        assertThat(status.getReason().getArgumentsList())
                .extracting(argument -> argument.getName() + "=" + argument.getNumber())
                .containsExactly("epoch=4", "highestEpochSeen=5");
    }

    @Test
    void answersAGrantThatMakesNoSenseAloneAndTakesTheOthers() {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        Grant bad = grant("p2").toBuilder().setMemoryMib(-1).build();

        scheduler.say(desired(5, 1, grant("p1"), bad, grant("../../etc")));

        awaitGrant("p1", GrantState.GRANT_STATE_ACCEPTED);
        assertThat(awaitGrant("p2", GrantState.GRANT_STATE_REFUSED).getReason().getCode())
                .isEqualTo("BadGrant");
        assertThat(awaitGrant("../../etc", GrantState.GRANT_STATE_REFUSED)
                        .getReason()
                        .getCode())
                .isEqualTo("BadGrant");
    }

    @Test
    void doesNotFollowALeaderOfAnOlderEpoch() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        int port = scheduler.port();
        scheduler.close();

        scheduler = new FakeScheduler(port, 4);
        scheduler.awaitMessage(AgentMessage::hasHello);

        await().atMost(PATIENCE).until(() -> link.problem().contains("welcomed under epoch 4 but epoch 5 was seen"));
        assertThat(scheduler.heard).noneMatch(AgentMessage::hasHeartbeat);
    }

    @Test
    void turnsRedWhenNoVersionOfTheProtocolIsSpokenByBoth() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        int port = scheduler.port();
        scheduler.close();
        scheduler = new FakeScheduler(port, 6);
        scheduler.answerHelloWith(refuse(RefuseCode.REFUSE_CODE_PROTOCOL, ""));

        await().atMost(PATIENCE).until(() -> link.state() == NodeLink.State.RED);

        assertThat(link.problem()).contains("Maybe update the older one");
    }

    @Test
    void goesToTheLeaderThatAStandbyNames() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        int port = scheduler.port();
        scheduler.close();
        try (var leader = new FakeScheduler(0, 6);
                var standby = new FakeScheduler(port, 6)) {
            standby.answerHelloWith(refuse(RefuseCode.REFUSE_CODE_NOT_LEADER, leader.address()));

            leader.awaitMessage(AgentMessage::hasHeartbeat);

            assertThat(link.target()).isEqualTo(leader.address());
        }
    }

    @Test
    void sendsNoTokenToALeaderThatIsNotOnLoopback() throws IOException {
        scheduler.awaitMessage(AgentMessage::hasHeartbeat);
        int port = scheduler.port();
        scheduler.close();
        scheduler = new FakeScheduler(port, 6);
        scheduler.answerHelloWith(refuse(RefuseCode.REFUSE_CODE_NOT_LEADER, "192.0.2.1:7650"));

        await().atMost(PATIENCE)
                .until(() ->
                        scheduler.heard.stream().filter(AgentMessage::hasHello).count() >= 2);

        assertThat(link.target()).isEqualTo(scheduler.address());
    }

    private GrantStatus awaitGrant(String pod, GrantState state) {
        return await().atMost(PATIENCE)
                .until(
                        () -> scheduler.heard.stream()
                                .flatMap(message -> message.getLimitStatus().getGrantsList().stream())
                                .filter(grant -> grant.getKey().getPodUid().equals(pod) && grant.getState() == state)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static SchedulerMessage refuse(RefuseCode code, String leader) {
        return SchedulerMessage.newBuilder()
                .setRefuse(Refuse.newBuilder()
                        .setCode(code)
                        .setMessage("said the test")
                        .setLeaderAddress(leader)
                        .setFatal(true))
                .build();
    }

    private static Grant grant(String pod) {
        return Grant.newBuilder()
                .setKey(GrantKey.newBuilder()
                        .setPodUid(pod)
                        .setContainer("main")
                        .setDeviceUuid("a"))
                .setState(GrantState.GRANT_STATE_SENT)
                .setMemoryMib(100)
                .setEpoch(5)
                .setGeneration(1)
                .build();
    }

    private static DesiredLimits desired(long epoch, long generation, Grant... grants) {
        return DesiredLimits.newBuilder()
                .setEpoch(epoch)
                .setGeneration(generation)
                .setScope(DesiredScope.DESIRED_SCOPE_FULL)
                .addAllGrants(List.of(grants))
                .build();
    }

    /** A node that never changes. */
    private record FixedNode(LimitKeeper limits) implements NodePort {
        @Override
        public Hello hello() {
            return Hello.newBuilder()
                    .setMinProtocol(1)
                    .setMaxProtocol(1)
                    .setNode("node-a")
                    .setHighestEpochSeen(limits.book().highestEpoch())
                    .build();
        }

        @Override
        public long inventoryVersion() {
            return 1;
        }

        @Override
        public FullInventory inventory() {
            return FullInventory.newBuilder().setVersion(1).build();
        }

        @Override
        public Heartbeat.Builder heartbeat() {
            return Heartbeat.newBuilder();
        }

        @Override
        public List<GpuState> gpus() {
            return List.of();
        }

        @Override
        public NodeFacts facts() {
            return Limits.facts();
        }
    }
}
