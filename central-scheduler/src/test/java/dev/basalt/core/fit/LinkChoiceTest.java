package dev.basalt.core.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.LinkMatrix.Kind;
import org.junit.jupiter.api.Test;

class LinkChoiceTest {
    /** NVLinks of a DGX-1 with V100 (hybrid cube mesh), as {@code nvidia-smi topo -m} prints them: from, to, lanes. */
    private static final int[][] DGX1 = {
        {0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {0, 4, 2}, {1, 2, 2}, {1, 3, 1}, {1, 5, 2}, {2, 3, 1}, {2, 6, 1}, {3, 7, 1},
        {4, 5, 1}, {4, 6, 1}, {4, 7, 2}, {5, 6, 2}, {5, 7, 1}, {6, 7, 1}
    };

    @Test
    void takesAWholeQuadOfTheCubeMesh() {
        assertEquals(slots(0, 1, 2, 3), LinkChoice.best(dgx1(), 0xff, 4));
    }

    @Test
    void takesTheOtherQuadWhenTheFirstIsBroken() {
        assertEquals(slots(4, 5, 6, 7), LinkChoice.best(dgx1(), 0xff & ~slots(2), 4));
    }

    @Test
    void takesAPairWithTwoLanesAndLeavesTheMostToOthers() {
        long first = LinkChoice.best(dgx1(), 0xff, 2);

        assertEquals(2 << 20, LinkChoice.quality(dgx1(), first) >> 20 << 20);
    }

    @Test
    void takesTheGpuWhoseBridgePartnerIsGone() {
        LinkMatrix bridges =
                LinkMatrix.unconnected(4).with(0, 1, Kind.NVLINK, 4).with(2, 3, Kind.NVLINK, 4);

        assertEquals(slots(1), LinkChoice.best(bridges, slots(1, 2, 3), 1));
        assertEquals(slots(2, 3), LinkChoice.best(bridges, slots(1, 2, 3), 2));
    }

    @Test
    void prefersTheShorterPciePath() {
        LinkMatrix pcie = LinkMatrix.unconnected(4)
                .with(0, 1, Kind.NODE, 0)
                .with(0, 2, Kind.PXB, 0)
                .with(2, 3, Kind.PIX, 0)
                .with(1, 3, Kind.PHB, 0);

        assertEquals(slots(2, 3), LinkChoice.best(pcie, 0xf, 2));
        assertEquals(slots(0, 2), LinkChoice.best(pcie, slots(0, 1, 2), 2));
    }

    @Test
    void takesAllWhenNoMoreAreThereAndNoneWhenNoneIsWanted() {
        assertEquals(slots(1, 5), LinkChoice.best(dgx1(), slots(1, 5), 2));
        assertEquals(0, LinkChoice.best(dgx1(), 0xff, 0));
    }

    @Test
    void growsASetWhereThereAreTooManyToCompare() {
        LinkMatrix pairs = LinkMatrix.unconnected(40);
        for (int slot = 0; slot < 40; slot += 2) {
            pairs = pairs.with(slot, slot + 1, Kind.NVLINK, 1);
        }

        long chosen = LinkChoice.best(pairs, (1L << 40) - 1, 20);

        assertEquals(20, Long.bitCount(chosen));
        assertEquals(slots(0, 1), chosen & 3);
    }

    private static LinkMatrix dgx1() {
        LinkMatrix links = LinkMatrix.unconnected(8);
        for (int[] link : DGX1) {
            links = links.with(link[0], link[1], Kind.NVLINK, link[2]);
        }
        return links;
    }

    private static long slots(int... slots) {
        long set = 0;
        for (int slot : slots) {
            set |= 1L << slot;
        }
        return set;
    }
}
