package dev.basalt.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.RandomCluster;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatementTest {
    private static final int SEEDS = 200;

    @Test
    void isAsBeforeAfterARollbackWhateverWasDone() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Statement statement =
                    Statement.on(new RandomCluster(random).columns().snapshot());
            takeSome(statement, random);
            List<Object> before = answers(statement);
            int mark = statement.mark();

            takeSome(statement, random);
            statement.rollback(mark);

            assertEquals(before, answers(statement), "seed " + seed);
        }
    }

    @Test
    void leavesTheSnapshotAlone() {
        ClusterSnapshot snapshot = new RandomCluster(new Random(7)).columns().snapshot();
        List<Object> before = answers(snapshot);

        takeSome(Statement.on(snapshot), new Random(8));
        takeSome(Statement.onIdle(snapshot), new Random(9));

        assertEquals(before, answers(snapshot));
    }

    private record Taken(int node, PodUse use) {}

    private static void takeSome(Statement statement, Random random) {
        List<Taken> uses = new ArrayList<>();
        for (int step = 0; step < 20; step++) {
            if (!uses.isEmpty() && random.nextInt(3) == 0) {
                Collections.swap(uses, random.nextInt(uses.size()), uses.size() - 1);
                Taken taken = uses.removeLast();
                statement.giveBack(taken.node(), taken.use());
            } else {
                int node = random.nextInt(statement.nodeCount());
                PodUse use = use(statement, node, random);
                statement.take(node, use);
                uses.add(new Taken(node, use));
            }
        }
    }

    private static PodUse use(ClusterView view, int node, Random random) {
        PodDevices devices = new PodDevices(view.gpus().deviceCount(node));
        for (int slot = 0; slot < devices.slotCount(); slot++) {
            if (random.nextBoolean()) {
                Phase phase = Phase.values()[random.nextInt(3)];
                devices.add(slot, phase, random.nextInt(9_000), random.nextInt(500), random.nextInt(4) == 0);
            }
        }
        ResourceVector requests = ResourceVector.of(ResourceVector.CPU, random.nextInt(5_000));
        return new PodUse(requests, devices, 0, random.nextBoolean() ? List.of("TCP/1") : List.of(), Resident.NONE);
    }

    private static List<Object> answers(ClusterView view) {
        List<Object> answers = new ArrayList<>();
        for (int node = 0; node < view.nodeCount(); node++) {
            answers.add(view.freeGpus(node));
            answers.add(view.takenPorts(node));
            for (int resource = 0; resource < view.resourceCount(); resource++) {
                answers.add(view.freeOf(resource, node));
            }
            for (int slot = 0; slot < view.gpus().deviceCount(node); slot++) {
                answers.add(view.gpus().idle(node, slot));
                answers.add(view.gpus().freeMib(node, slot));
                answers.add(view.gpus().freePermille(node, slot));
                answers.add(view.gpus().freeShareSlots(node, slot));
            }
        }
        return answers;
    }
}
