package dev.basalt.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Heartbeat;
import dev.basalt.core.machine.Event.LeaseGained;
import dev.basalt.core.machine.Event.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EventInboxTest {
    private static final Session SESSION = new Session("boot", "agent", 1);

    @Test
    void keepsOrderButOnlyTheNewestHeartbeatOfANode() throws Exception {
        var inbox = new EventInbox(10);
        inbox.put(heartbeat("a", 1));
        inbox.put(lease(1));
        inbox.put(heartbeat("b", 1));
        inbox.put(heartbeat("a", 2));
        inbox.put(lease(2));

        var batch = inbox.take(10, 0);

        assertEquals(List.of(lease(1), heartbeat("b", 1), heartbeat("a", 2), lease(2)), batch.events());
    }

    @Test
    void makesAPutterWaitWhileItIsFull() throws Exception {
        var inbox = new EventInbox(1);
        inbox.put(lease(1));
        var began = new CountDownLatch(1);
        var put = CompletableFuture.runAsync(() -> {
            began.countDown();
            putUninterrupted(inbox, lease(2));
        });
        began.await();

        assertFalse(put.isDone());
        var first = inbox.take(1, 0);
        put.get();
        var second = inbox.take(1, 0);

        assertEquals(List.of(lease(1)), first.events());
        assertEquals(List.of(lease(2)), second.events());
    }

    @Test
    void takesResultsAndNewerHeartbeatsEvenWhenFull() throws Exception {
        var inbox = new EventInbox(1);
        inbox.put(heartbeat("a", 1));

        inbox.put(heartbeat("a", 2));
        inbox.putResult(lease(3));

        assertEquals(List.of(heartbeat("a", 2), lease(3)), inbox.take(10, 0).events());
    }

    @Test
    void handsOverTheReceiptWithTheLastEventOfASubmission() throws Exception {
        var inbox = new EventInbox(10);
        var receipt = inbox.submit(List.of(lease(1), lease(2)));

        var first = inbox.take(1, 0);
        var second = inbox.take(1, 0);

        assertEquals(List.of(), first.receipts());
        assertEquals(List.of(receipt), second.receipts());
    }

    @Test
    void wakesTheTakerWhenSomethingArrives() throws Exception {
        var inbox = new EventInbox(10);
        var taken = CompletableFuture.supplyAsync(() -> takeUninterrupted(inbox));

        inbox.put(lease(1));

        assertEquals(List.of(lease(1)), taken.get().events());
    }

    @Test
    void tellsEverybodyWhenItCloses() throws Exception {
        var inbox = new EventInbox(10);
        var receipt = inbox.submit(List.of(lease(1)));

        inbox.close();

        assertThrows(InboxClosedException.class, () -> inbox.put(lease(2)));
        var failure = assertThrows(ExecutionException.class, receipt::get);
        assertTrue(failure.getCause() instanceof InboxClosedException);
        assertEquals(List.of(), inbox.take(10, 60_000).events());
    }

    @Test
    void keepsTheOrderOfEachOfManyPutters() throws Exception {
        var inbox = new EventInbox(7);
        int putters = 4;
        int each = 500;
        var running = IntStream.range(0, putters)
                .mapToObj(putter -> CompletableFuture.runAsync(() -> IntStream.range(0, each)
                        .forEach(number -> putUninterrupted(inbox, lease(putter * 1_000_000L + number)))))
                .toList();
        long[] next = new long[putters];
        int taken = 0;

        while (taken < putters * each) {
            for (Event event : inbox.take(5, 1_000).events()) {
                long value = ((LeaseGained) event).epoch();
                int putter = (int) (value / 1_000_000);
                assertEquals(next[putter]++, value % 1_000_000);
                taken++;
            }
        }

        running.forEach(CompletableFuture::join);
        assertEquals(0, inbox.size());
    }

    private static LeaseGained lease(long epoch) {
        return new LeaseGained(epoch);
    }

    private static Heartbeat heartbeat(String node, long sequence) {
        return new Heartbeat(node, SESSION, sequence, List.of(), List.of());
    }

    private static void putUninterrupted(EventInbox inbox, Event event) {
        try {
            inbox.put(event);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static EventInbox.Batch takeUninterrupted(EventInbox inbox) {
        try {
            return inbox.take(10, 60_000);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
