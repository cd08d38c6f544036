package dev.basalt.core.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.RandomCluster;
import dev.basalt.core.fit.SeatCount;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.Statement;
import dev.basalt.core.snapshot.TaskShape;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The two faces of every filter agree, on random clusters, and so do the counts that planning uses. */
class FilterContractTest {
    private static final int SEEDS = 400;

    @Test
    void narrowsToExactlyTheNodesThatJudgePasses() {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomCluster random = new RandomCluster(new Random(seed));
            Statement view = Statement.on(random.columns().snapshot());
            TaskShape shape = random.shape();
            NodeSet candidates = random.someNodes(view.nodeCount());

            for (Filter filter : Filters.ALL) {
                NodeSet.Builder judged = new NodeSet.Builder(view.nodeCount());
                for (int node = candidates.next(0); node >= 0; node = candidates.next(node + 1)) {
                    if (filter.judge(shape, view, node).fits()) {
                        judged.add(node);
                    }
                }

                assertEquals(
                        judged.build(),
                        filter.narrow(shape, view, candidates),
                        "seed " + seed + ", " + filter.getClass().getSimpleName() + ", " + shape);
            }
        }
    }

    @Test
    void countsSeatsExactlyOnNodesThatPass() {
        int exactCount = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomCluster random = new RandomCluster(new Random(seed));
            Statement view = Statement.on(random.columns().snapshot());
            TaskShape shape = random.shape();
            SeatCount count = new SeatCount(shape, view);
            NodeSet.Builder counted = new NodeSet.Builder(view.nodeCount());
            NodeSet possible = Filters.narrowStatic(shape, view);
            for (int node = possible.next(0); node >= 0; node = possible.next(node + 1)) {
                if (count.on(node) > 0) {
                    counted.add(node);
                }
            }

            NodeSet passing = Filters.narrow(shape, view);

            NodeSet seats = counted.build();
            if (count.exact()) {
                assertEquals(passing, seats, "seed " + seed + ": " + shape);
                exactCount++;
            } else {
                assertEquals(true, seats.containsAll(passing), "seed " + seed + ": " + shape);
            }
        }
        assertEquals(true, exactCount > SEEDS / 2);
    }
}
