package dev.basalt.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueLedgerTest {
    @Test
    void letsNothingIntoAQueueThatMayUseNone() {
        QueueLedger ledger = ledger(Capability.of(ResourceVector.GPU_MILLI, 0).with(ResourceVector.CPU, 0));

        assertEquals(
                new Refusal.QueueFull("team", ResourceVector.GPU_MILLI, 1, 0, 0, 1),
                full(ledger, ResourceVector.of(ResourceVector.GPU_MILLI, 1)));
        assertEquals(
                new Refusal.QueueFull("team", ResourceVector.CPU, 1, 0, 0, 1),
                full(ledger, ResourceVector.of(ResourceVector.CPU, 1)));
    }

    @Test
    void limitsOnlyWhatItsCapabilityNames() {
        QueueLedger ledger = ledger(Capability.of(ResourceVector.GPU_MILLI, 0));

        assertNull(full(ledger, ResourceVector.of(ResourceVector.CPU, 64_000)));
    }

    @Test
    void letsInUpToTheCapability() {
        QueueLedger ledger = ledger(Capability.of(ResourceVector.CPU, 2_000));
        ledger.add("team", ResourceVector.of(ResourceVector.CPU, 1_500));

        assertNull(full(ledger, ResourceVector.of(ResourceVector.CPU, 500)));
        assertEquals(
                new Refusal.QueueFull("team", ResourceVector.CPU, 501, 1_500, 2_000, 501),
                full(ledger, ResourceVector.of(ResourceVector.CPU, 501)));
    }

    private static Refusal.@Nullable QueueFull full(QueueLedger ledger, ResourceVector wanted) {
        return ledger.full("team", wanted, wanted);
    }

    private static QueueLedger ledger(Capability capability) {
        TreeMap<String, Queue> queues = new TreeMap<>();
        queues.put(
                "team",
                new Queue("team", Queue.ROOT, 1, 0, capability, ResourceVector.ZERO, ResourceVector.ZERO, true, true));
        return new QueueLedger(new QueueTree(queues), new ClusterColumns().snapshot());
    }
}
