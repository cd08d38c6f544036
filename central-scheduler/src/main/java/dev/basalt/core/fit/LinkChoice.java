package dev.basalt.core.fit;

import dev.basalt.core.device.LinkMatrix;

/**
 * Chooses GPUs of a node by their links: most bonded NVLinks between the chosen, then the shortest other paths between
 * them, then the most NVLinks left between those not chosen, then the lowest slots. Sets of slots are bit masks.
 */
public final class LinkChoice {
    private LinkChoice() {}

    /** Best {@code count} slots out of {@code candidates}, or all of them when there are no more. */
    public static long best(LinkMatrix links, long candidates, int count) {
        int available = Long.bitCount(candidates);
        if (count >= available) {
            return candidates;
        }
        if (count == 0) {
            return 0;
        }
        int[] slots = slotsOf(candidates);
        return combinations(available, count) <= Limits.LINK_SETS
                ? bestOfAll(links, candidates, slots, count)
                : grown(links, slots, count);
    }

    /** How well a set is linked: lanes in the high part, closeness of the other paths below. */
    public static long quality(LinkMatrix links, long set) {
        long sum = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            int from = Long.numberOfTrailingZeros(rest);
            for (long others = rest & rest - 1; others != 0; others &= others - 1) {
                sum += pair(links, from, Long.numberOfTrailingZeros(others));
            }
        }
        return sum;
    }

    private static long bestOfAll(LinkMatrix links, long candidates, int[] slots, int count) {
        long bestSet = 0;
        long bestQuality = -1;
        long bestRest = -1;
        long last = 1L << slots.length;
        for (long combination = (1L << count) - 1; combination < last; combination = nextCombination(combination)) {
            long set = spread(combination, slots);
            long quality = quality(links, set);
            if (quality < bestQuality) {
                continue;
            }
            long rest = quality(links, candidates & ~set);
            if (quality > bestQuality || rest > bestRest) {
                bestSet = set;
                bestQuality = quality;
                bestRest = rest;
            }
        }
        return bestSet;
    }

    /** Too many sets to compare: begins with the lowest slot and adds the best linked one by one. */
    private static long grown(LinkMatrix links, int[] slots, int count) {
        long set = 1L << slots[0];
        for (int size = 1; size < count; size++) {
            int best = -1;
            long bestGain = -1;
            for (int slot : slots) {
                long gain = (set & 1L << slot) != 0 ? -1 : gain(links, set, slot);
                if (gain > bestGain) {
                    best = slot;
                    bestGain = gain;
                }
            }
            set |= 1L << best;
        }
        return set;
    }

    private static long gain(LinkMatrix links, long set, int slot) {
        long sum = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            sum += pair(links, Long.numberOfTrailingZeros(rest), slot);
        }
        return sum;
    }

    private static long pair(LinkMatrix links, int from, int to) {
        int closeness = LinkMatrix.Kind.SYS.ordinal() - links.kind(from, to).ordinal();
        return ((long) links.laneCount(from, to) << 20) + closeness;
    }

    /** The next larger number with as many bits set. */
    private static long nextCombination(long combination) {
        long lowest = combination & -combination;
        long ripple = combination + lowest;
        return ripple | ((combination ^ ripple) >>> 2) / lowest;
    }

    private static long spread(long combination, int[] slots) {
        long set = 0;
        for (long rest = combination; rest != 0; rest &= rest - 1) {
            set |= 1L << slots[Long.numberOfTrailingZeros(rest)];
        }
        return set;
    }

    private static int[] slotsOf(long set) {
        int[] slots = new int[Long.bitCount(set)];
        int at = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            slots[at++] = Long.numberOfTrailingZeros(rest);
        }
        return slots;
    }

    private static long combinations(int of, int choose) {
        long count = 1;
        for (int step = 1; step <= choose && count <= Limits.LINK_SETS; step++) {
            count = count * (of - step + 1) / step;
        }
        return count;
    }
}
