package dev.basalt.agent.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.agent.limit.DesiredLimits.Scope;
import dev.basalt.agent.limit.EndedGrant.Why;
import dev.basalt.agent.limit.HeldGrant.Stage;
import dev.basalt.agent.limit.LimitGrant.Owner;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.NodeFacts.DeviceRoom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What holds whatever a scheduler sends: random histories, each told by its seed. */
class LimitPlannerPropertiesTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 60;
    private static final List<String> DEVICES = List.of("a", "b");
    private static final List<String> PODS = List.of("p1", "p2", "p3", "p4", "p5", "p6");

    @Test
    void everyHistoryKeepsTheRules() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            var history = new History(seed);
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }
        }
    }

    @Test
    void theOrderInWhichGrantsAreListedChangesNothing() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            var history = new History(seed);
            history.step();
            DesiredLimits desired = history.anyDesired();
            var shuffled = new ArrayList<>(desired.grants());
            Collections.shuffle(shuffled, random);
            var other = new DesiredLimits(
                    desired.revision(), desired.scope(), desired.baseGeneration(), shuffled, desired.withdrawn());

            assertThat(LimitPlanner.plan(history.book, other, history.facts(), 7))
                    .as("seed %d", seed)
                    .isEqualTo(LimitPlanner.plan(history.book, desired, history.facts(), 7));
        }
    }

    /** One random life of a node. */
    private static final class History {
        private final long seed;
        private final Random random;
        private final TreeSet<ContainerKey> running = new TreeSet<>();
        private LimitBook book = LimitBook.EMPTY;
        private long nowMillis;

        History(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void step() {
            LimitBook before = book;
            List<LimitAction> actions = switch (random.nextInt(4)) {
                case 0 -> settleLater();
                case 1 -> startSomething();
                default -> LimitPlanner.plan(book, anyDesired(), facts(), nowMillis);
            };
            book = before.after(actions);
            check(before, actions);
            if (random.nextInt(3) == 0) {
                running.pollFirst();
            }
        }

        private List<LimitAction> settleLater() {
            nowMillis += random.nextInt(300);
            return LimitPlanner.settle(book, facts(), nowMillis);
        }

        private List<LimitAction> startSomething() {
            if (book.held().isEmpty()) {
                return List.of();
            }
            GrantKey key = new ArrayList<>(book.held().keySet())
                    .get(random.nextInt(book.held().size()));
            running.add(key.containerKey());
            return LimitPlanner.beforeStart(book, key.containerKey());
        }

        DesiredLimits anyDesired() {
            long epoch = Math.max(0, book.highestEpoch() + random.nextInt(3) - 1);
            long generation = Math.max(0, book.revision().generation() + random.nextInt(4) - 1);
            var revision = new Revision(epoch, generation);
            var grants = new TreeMap<GrantKey, LimitGrant>();
            for (int i = random.nextInt(6); i > 0; i--) {
                LimitGrant grant = anyGrant(revision);
                grants.put(grant.key(), grant);
            }
            book.held().values().stream()
                    .filter(held -> random.nextInt(3) > 0)
                    .forEach(held -> grants.putIfAbsent(held.grant().key(), held.grant()));
            return new DesiredLimits(
                    revision,
                    random.nextInt(3) == 0 ? Scope.CHANGES : Scope.FULL,
                    book.revision().generation() - random.nextInt(2),
                    List.copyOf(grants.values()),
                    List.of());
        }

        private LimitGrant anyGrant(Revision revision) {
            boolean init = random.nextInt(4) == 0;
            var key = new GrantKey(
                    PODS.get(random.nextInt(PODS.size())),
                    init ? "init" : "main",
                    DEVICES.get(random.nextInt(DEVICES.size())));
            return new LimitGrant(
                    key,
                    random.nextInt(6) * 1000L,
                    random.nextInt(6) * 100,
                    random.nextInt(5) == 0,
                    init ? Phase.INIT : Phase.MAIN,
                    revision,
                    random.nextInt(500),
                    random.nextBoolean(),
                    Optional.empty(),
                    Owner.UNKNOWN);
        }

        NodeFacts facts() {
            var devices = new TreeMap<String, DeviceRoom>();
            DEVICES.forEach(device -> devices.put(device, new DeviceRoom(10_000, 1000, 3, List.of(Rung.WATCHDOG))));
            return new NodeFacts(devices, running);
        }

        private void check(LimitBook before, List<LimitAction> actions) {
            assertThat(book.highestEpoch())
                    .as("seed %d: epochs never go back", seed)
                    .isGreaterThanOrEqualTo(before.highestEpoch());
            DEVICES.forEach(this::checkDevice);
            for (LimitAction action : actions) {
                if (action instanceof LimitAction.Release release) {
                    checkRelease(before, release);
                }
            }
            if (actions.stream().noneMatch(action -> action instanceof LimitAction.Adopt)) {
                assertThat(book.held().keySet())
                        .as("seed %d: nothing comes without being adopted", seed)
                        .isSubsetOf(before.held().keySet());
            }
        }

        private void checkRelease(LimitBook before, LimitAction.Release release) {
            Optional<HeldGrant> held = Optional.ofNullable(before.held().get(release.key()));
            assertThat(held).as("seed %d: only what is held is released", seed).isPresent();
            if (release.why() == Why.EXPIRED) {
                assertThat(held.map(HeldGrant::stage))
                        .as("seed %d: only uncommitted grants expire", seed)
                        .contains(Stage.ACCEPTED);
            } else {
                assertThat(running)
                        .as("seed %d: nothing is released while it runs", seed)
                        .doesNotContain(release.key().containerKey());
            }
        }

        /** Counted here in another way than the planner counts. */
        private void checkDevice(String device) {
            Map<String, long[]> byPod = new TreeMap<>();
            boolean alone = false;
            for (HeldGrant held : book.held().values()) {
                if (held.grant().key().deviceUuid().equals(device)) {
                    long[] phases = byPod.computeIfAbsent(held.grant().key().podUid(), pod -> new long[2]);
                    phases[held.grant().phase() == Phase.INIT ? 0 : 1] =
                            held.grant().memoryMib();
                    alone |= held.grant().exclusive();
                }
            }
            long memoryMib = byPod.values().stream()
                    .mapToLong(phases -> Math.max(phases[0], phases[1]))
                    .sum();
            assertThat(memoryMib).as("seed %d: memory of %s", seed, device).isLessThanOrEqualTo(10_000);
            assertThat(byPod.size()).as("seed %d: pods on %s", seed, device).isLessThanOrEqualTo(alone ? 1 : 3);
        }
    }
}
