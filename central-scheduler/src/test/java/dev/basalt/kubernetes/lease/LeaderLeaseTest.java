package dev.basalt.kubernetes.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LeaderLeaseTest {
    private static final long LEASE = 15_000;
    private static final long RENEW = 10_000;
    private static final long RETRY = 2_000;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final MemoryLease server = new MemoryLease();

    /** One scheduler that wants to lead, whose rounds the test plays. */
    private final class Candidate implements LeaderLease.Listener {
        final List<String> told = new ArrayList<>();
        final CountDownLatch leads = new CountDownLatch(1);
        final Fence fence = new Fence(clock::get);
        final LeaderLease lease;
        long nextMillis = clock.get();

        Candidate(String identity, LeasePort port) {
            this.lease = new LeaderLease(
                    port,
                    new LeaderLease.Terms(identity, identity + ":7650", LEASE, RENEW, RETRY),
                    fence,
                    clock::get,
                    this);
        }

        Candidate(String identity) {
            this(identity, server);
        }

        @Override
        public void gained(long epoch) {
            told.add("gained " + epoch);
            leads.countDown();
        }

        @Override
        public void lost(long epoch) {
            assertFalse(fence.allows(epoch), "the fence is shut before anybody is told");
            told.add("lost " + epoch);
        }

        void playUntil(long untilMillis) throws InterruptedException {
            while (nextMillis <= untilMillis) {
                clock.set(Math.max(clock.get(), nextMillis));
                nextMillis = clock.get() + Math.max(1, lease.round());
            }
            clock.set(untilMillis);
        }

        void play(long forMillis) throws InterruptedException {
            playUntil(clock.get() + forMillis);
        }
    }

    @Test
    void theFirstLeadsUnderEpochOne() throws Exception {
        var first = new Candidate("first");

        first.play(0);

        assertEquals(List.of("gained 1"), first.told);
        assertEquals(1, first.fence.epoch());
        assertEquals(LEASE, first.fence.leftMillis(1));
        assertEquals("first", server.stored().holder());
    }

    @Test
    void aLeaderThatRenewsLeadsOn() throws Exception {
        var first = new Candidate("first");

        first.play(100 * LEASE);

        assertEquals(List.of("gained 1"), first.told);
        assertTrue(first.fence.allows(1));
    }

    @Test
    void aSecondWaitsAndKnowsWhereTheLeaderIs() throws Exception {
        var first = new Candidate("first");
        var second = new Candidate("second");
        first.play(0);

        second.play(0);

        assertEquals(List.of(), second.told);
        assertEquals(Optional.of("first:7650"), second.lease.leaderElsewhere());
        assertEquals(Optional.empty(), first.lease.leaderElsewhere());
    }

    @Test
    void aLeaderThatIsCutOffStopsBeforeAnotherBegins() throws Exception {
        var cut = new MemoryLeaseView(server);
        var first = new Candidate("first", cut);
        var second = new Candidate("second");
        first.play(0);
        second.play(0);
        long began = clock.get();
        cut.reachable = false;
        long firstEnds = -1;
        long secondBegins = -1;

        for (long at = began; at <= began + 2 * LEASE; at += 100) {
            first.playUntil(at);
            second.playUntil(at);
            firstEnds = firstEnds < 0 && !first.fence.allows(1) ? at : firstEnds;
            secondBegins = secondBegins < 0 && second.fence.allows(2) ? at : secondBegins;
        }

        assertEquals(List.of("gained 1", "lost 1"), first.told);
        assertEquals(List.of("gained 2"), second.told);
        assertEquals(began + RENEW, firstEnds);
        assertTrue(secondBegins >= began + LEASE, "second began after " + (secondBegins - began) + " ms");
    }

    @Test
    void aLeaderThatWasStoppedForLongFindsTheFenceShutBeforeItDoesAnything() throws Exception {
        var first = new Candidate("first");
        first.play(0);

        clock.addAndGet(LEASE + 1);

        assertEquals(0, first.fence.leftMillis(1));
        assertEquals(0, first.fence.epoch());
    }

    @Test
    void aLeaderThatWasStoppedForLongLeadsAgainUnderAHigherEpoch() throws Exception {
        var first = new Candidate("first");
        first.play(0);
        clock.addAndGet(2 * LEASE);

        first.play(RETRY);

        assertEquals(List.of("gained 1", "lost 1", "gained 2"), first.told);
    }

    @Test
    void aLostAnswerOfARenewalCostsNothing() throws Exception {
        var first = new Candidate("first");
        first.play(0);
        server.loseAnswers();
        first.play(RETRY);
        server.heal();

        first.play(2 * LEASE);

        assertEquals(List.of("gained 1"), first.told);
        assertTrue(first.fence.allows(1));
    }

    @Test
    void aLostAnswerOfATakeoverIsTakenOverUnderANewEpoch() throws Exception {
        var first = new Candidate("first");
        server.loseAnswers();
        first.play(0);
        server.heal();

        first.play(RETRY);

        assertEquals(List.of("gained 2"), first.told);
    }

    @Test
    void aRaisedEpochIsWrittenBeforeItIsTold() throws Exception {
        var first = new Candidate("first");
        first.play(0);
        first.lease.raise(7);

        first.play(RETRY);

        assertEquals(List.of("gained 1", "gained 7"), first.told);
        assertEquals(7, server.stored().transitions());
        assertTrue(first.fence.allows(7));
        assertFalse(first.fence.allows(1));
    }

    @Test
    void aRaiseWhoseAnswerWasLostIsRaisedAgain() throws Exception {
        var first = new Candidate("first");
        first.play(0);
        first.lease.raise(7);
        server.loseAnswers();
        first.play(RETRY);
        server.heal();

        first.play(2 * RETRY);

        assertEquals(List.of("gained 1", "gained 8"), first.told);
        assertEquals(8, server.stored().transitions());
    }

    @Test
    void aDeletedLeaseEndsTheLeaderAndTheNextEpochIsHigher() throws Exception {
        var first = new Candidate("first");
        first.play(0);
        first.lease.raise(5);
        first.play(RETRY);
        server.delete();

        first.play(2 * RETRY);

        assertEquals(List.of("gained 1", "gained 5", "lost 5", "gained 6"), first.told);
    }

    @Test
    void aLeaseThatIsGivenBackIsTakenAtOnce() throws Exception {
        var first = new Candidate("first");
        first.lease.start();
        first.leads.await();
        var second = new Candidate("second");
        second.play(0);
        first.lease.close();

        second.play(RETRY);

        assertEquals(List.of("gained 1", "lost 1"), first.told);
        assertEquals(List.of("gained 2"), second.told);
        assertEquals(Optional.empty(), second.lease.leaderElsewhere());
    }

    @Test
    void whateverFailsNoTwoLeadAtOnceAndEpochsOnlyRise() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            playSeed(seed);
        }
    }

    private void playSeed(long seed) throws InterruptedException {
        Random luck = new Random(seed);
        MemoryLease shared = new MemoryLease();
        List<MemoryLeaseView> views =
                List.of(new MemoryLeaseView(shared), new MemoryLeaseView(shared), new MemoryLeaseView(shared));
        List<Candidate> all = List.of(
                new Candidate("a", views.get(0)), new Candidate("b", views.get(1)), new Candidate("c", views.get(2)));
        long highest = 0;
        for (int turn = 0; turn < 400; turn++) {
            clock.addAndGet(luck.nextInt(3_000));
            int who = luck.nextInt(all.size());
            views.get(who).reachable = luck.nextInt(10) > 2;
            views.get(who).answers = luck.nextInt(10) > 2;
            if (luck.nextInt(40) == 0) {
                all.get(who).lease.raise(highest + 3);
            }
            all.get(who).lease.round();
            List<Long> acting = all.stream()
                    .map(candidate -> candidate.fence.epoch())
                    .filter(epoch -> epoch > 0)
                    .toList();
            assertTrue(acting.size() <= 1, "seed " + seed + " turn " + turn + ": " + acting + " act at once");
            for (long epoch : acting) {
                assertTrue(epoch >= highest, "seed " + seed + " turn " + turn + ": " + epoch + " after " + highest);
                highest = epoch;
            }
        }
    }

    /** One scheduler's way to the server. */
    private static final class MemoryLeaseView implements LeasePort {
        private final MemoryLease server;
        private boolean reachable = true;
        private boolean answers = true;

        MemoryLeaseView(MemoryLease server) {
            this.server = server;
        }

        @Override
        public Optional<LeaseRecord> read(long timeoutMillis) throws LeaseException {
            reach();
            return server.read(timeoutMillis);
        }

        @Override
        public LeaseRecord write(LeaseRecord wanted, long timeoutMillis) throws LeaseException {
            reach();
            LeaseRecord stored = server.write(wanted, timeoutMillis);
            if (!answers) {
                throw new LeaseException(LeaseException.Code.UNAVAILABLE, "the answer was lost");
            }
            return stored;
        }

        private void reach() throws LeaseException {
            if (!reachable) {
                throw new LeaseException(LeaseException.Code.UNAVAILABLE, "cut off");
            }
        }
    }
}
