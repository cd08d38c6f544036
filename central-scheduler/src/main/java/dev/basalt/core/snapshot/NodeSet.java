package dev.basalt.core.snapshot;

import java.util.Arrays;

/** An unchangeable set of node indexes, one bit each. */
public final class NodeSet {
    private final int nodeCount;
    private final long[] words;

    private NodeSet(int nodeCount, long[] words) {
        this.nodeCount = nodeCount;
        this.words = words;
    }

    /** No node of {@code nodeCount}. */
    public static NodeSet none(int nodeCount) {
        return new NodeSet(nodeCount, new long[wordCount(nodeCount)]);
    }

    /** Every node of {@code nodeCount}. */
    public static NodeSet all(int nodeCount) {
        return none(nodeCount).complement();
    }

    /** One node alone. */
    public static NodeSet of(int nodeCount, int node) {
        return new Builder(nodeCount).add(node).build();
    }

    public boolean contains(int node) {
        return (words[node >> 6] & 1L << node) != 0;
    }

    public NodeSet and(NodeSet other) {
        long[] result = words.clone();
        for (int word = 0; word < result.length; word++) {
            result[word] &= other.words[word];
        }
        return new NodeSet(nodeCount, result);
    }

    public NodeSet andNot(NodeSet other) {
        long[] result = words.clone();
        for (int word = 0; word < result.length; word++) {
            result[word] &= ~other.words[word];
        }
        return new NodeSet(nodeCount, result);
    }

    public NodeSet or(NodeSet other) {
        long[] result = words.clone();
        for (int word = 0; word < result.length; word++) {
            result[word] |= other.words[word];
        }
        return new NodeSet(nodeCount, result);
    }

    /** Nodes that are not in this set. */
    public NodeSet complement() {
        long[] result = new long[words.length];
        for (int word = 0; word < result.length; word++) {
            result[word] = ~words[word];
        }
        if ((nodeCount & 63) != 0) {
            result[result.length - 1] &= (1L << nodeCount) - 1;
        }
        return new NodeSet(nodeCount, result);
    }

    /** How many nodes there are, in it or not. */
    public int nodeCount() {
        return nodeCount;
    }

    /** How many nodes it holds. */
    public int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    public boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** True when every node of {@code other} is in this set. */
    public boolean containsAll(NodeSet other) {
        return other.andNot(this).isEmpty();
    }

    /** The first node at or after {@code from}, or -1. */
    public int next(int from) {
        int word = from >> 6;
        if (word >= words.length) {
            return -1;
        }
        long rest = words[word] & -1L << from;
        while (rest == 0) {
            word++;
            if (word == words.length) {
                return -1;
            }
            rest = words[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(rest);
    }

    private static int wordCount(int nodeCount) {
        return (nodeCount + 63) >> 6;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSet that && nodeCount == that.nodeCount && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int node = next(0); node >= 0; node = next(node + 1)) {
            text.append(text.length() == 1 ? "" : ", ").append(node);
        }
        return text.append('}').toString();
    }

    /** Gathers nodes into a set. */
    public static final class Builder {
        private final int nodeCount;
        private long[] words;

        public Builder(int nodeCount) {
            this.nodeCount = nodeCount;
            words = new long[wordCount(nodeCount)];
        }

        public Builder add(int node) {
            words[node >> 6] |= 1L << node;
            return this;
        }

        /** The set so far; the builder begins anew. */
        public NodeSet build() {
            NodeSet built = new NodeSet(nodeCount, words);
            words = new long[wordCount(nodeCount)];
            return built;
        }
    }
}
