package dev.basalt.nvml.link;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

/**
 * A set of CPU or NUMA node numbers, ascending.
 *
 * @param indexes each from 0, ascending, none twice
 */
public record IndexSet(List<Integer> indexes) {
    public IndexSet {
        indexes = List.copyOf(indexes);
        for (int i = 0; i < indexes.size(); i++) {
            int previous = i == 0 ? -1 : indexes.get(i - 1);
            if (indexes.get(i) <= previous) {
                throw new IllegalArgumentException("indexes must ascend from 0, have " + indexes);
            }
        }
    }

    /** The set bits. */
    public static IndexSet of(BitSet bits) {
        var indexes = new ArrayList<Integer>(bits.cardinality());
        bits.stream().forEach(indexes::add);
        return new IndexSet(indexes);
    }

    public boolean isEmpty() {
        return indexes.isEmpty();
    }

    /** Ranges as Linux and nvidia-smi write them, such as {@code 0-11,24-35}; empty text for the empty set. */
    public String text() {
        var ranges = new StringJoiner(",");
        int first = 0;
        while (first < indexes.size()) {
            int last = first;
            while (last + 1 < indexes.size() && indexes.get(last + 1) == indexes.get(last) + 1) {
                last++;
            }
            int low = indexes.get(first);
            int high = indexes.get(last);
            ranges.add(low == high ? Integer.toString(low) : low + "-" + high);
            first = last + 1;
        }
        return ranges.toString();
    }
}
