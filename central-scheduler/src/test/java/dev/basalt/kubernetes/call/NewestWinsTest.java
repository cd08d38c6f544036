package dev.basalt.kubernetes.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class NewestWinsTest {
    @Test
    void whatWasPutWhileOneIsWrittenIsWrittenOnceAndNewest() throws Exception {
        var mayGo = new CountDownLatch(1);
        var started = new CountDownLatch(1);
        BlockingQueue<String> written = new LinkedBlockingQueue<>();
        var writes = new NewestWins<String>(4, () -> false, (key, value) -> {
            started.countDown();
            mayGo.await();
            written.add(value);
            return true;
        });

        writes.put("gang", "first");
        started.await();
        writes.put("gang", "second");
        writes.put("gang", "third");
        mayGo.countDown();

        assertEquals(List.of("first", "third"), List.of(written.take(), written.take()));
    }

    @Test
    void aWriteThatFailsIsTriedAgainWithTheNewest() throws Exception {
        var tries = new AtomicInteger();
        var failed = new CountDownLatch(1);
        BlockingQueue<String> written = new LinkedBlockingQueue<>();
        var writes = new NewestWins<String>(4, () -> false, (key, value) -> {
            if (tries.getAndIncrement() == 0) {
                failed.countDown();
                return false;
            }
            written.add(value);
            return true;
        });

        writes.put("gang", "first");
        failed.await();
        writes.put("gang", "second");

        assertEquals("second", written.take());
    }

    @Test
    void somethingMoreUrgentGoesFirst() throws Exception {
        var urgent = new CountDownLatch(3);
        BlockingQueue<Long> leftWhenWritten = new LinkedBlockingQueue<>();
        var writes = new NewestWins<String>(
                4,
                () -> {
                    urgent.countDown();
                    return urgent.getCount() > 0;
                },
                (key, value) -> leftWhenWritten.add(urgent.getCount()));

        writes.put("gang", "value");

        assertEquals(0, leftWhenWritten.take());
    }

    @Test
    void keysAreWrittenAtOnceUpToItsBound() throws Exception {
        var underWay = new AtomicInteger();
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        var all = new CountDownLatch(50);
        var writes = new NewestWins<String>(3, () -> false, (key, value) -> {
            seen.add(underWay.incrementAndGet());
            underWay.decrementAndGet();
            all.countDown();
            return true;
        });

        for (int key = 0; key < 50; key++) {
            writes.put("gang-" + key, "value");
        }
        all.await();

        assertTrue(seen.stream().allMatch(count -> count <= 3), seen.toString());
    }

    @Test
    void waitsLongerAfterEachFailureAndNeverForEver() {
        assertEquals(
                List.of(250L, 500L, 1_000L, 30_000L, 30_000L),
                List.of(
                        NewestWins.waitMillis(1),
                        NewestWins.waitMillis(2),
                        NewestWins.waitMillis(3),
                        NewestWins.waitMillis(9),
                        NewestWins.waitMillis(1_000)));
    }
}
