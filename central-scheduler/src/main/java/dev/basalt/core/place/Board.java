package dev.basalt.core.place;

import dev.basalt.core.filter.Filters;
import dev.basalt.core.fit.SeatCount;
import dev.basalt.core.neighbour.Neighbourhood;
import dev.basalt.core.score.Scores;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.Statement;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For one shape, how many members each node takes now and how much it is preferred. Filters run once; afterwards only
 * nodes that the statement changed are counted again, so every node is always scored and nothing is sampled.
 */
final class Board {
    private final TaskShape shape;
    private final Statement statement;
    private final Scores scores;
    private final SeatCount count;
    private final NodeSet allowed;
    private final @Nullable Neighbourhood neighbourhood;
    private final int[] seats;
    private final int[] score;
    private long total;
    private int seen;

    Board(TaskShape shape, Statement statement, Scores scores) {
        this.shape = shape;
        this.statement = statement;
        this.scores = scores;
        count = new SeatCount(shape, statement);
        allowed = Filters.narrowStatic(shape, statement);
        neighbourhood = shape.hasNeighbours() ? Filters.neighbourhood(shape, statement) : null;
        seats = new int[statement.nodeCount()];
        score = new int[statement.nodeCount()];
        seen = statement.changeCount();
        for (int node = allowed.next(0); node >= 0; node = allowed.next(node + 1)) {
            recount(node);
        }
    }

    TaskShape shape() {
        return shape;
    }

    /** Whether the counts are exact; otherwise they are upper bounds. */
    boolean exact() {
        return count.exact();
    }

    /** Whether where a member may go depends on pods of other nodes. */
    boolean hasNeighbours() {
        return neighbourhood != null;
    }

    /** Whether its neighbours let one more member onto the node now. */
    boolean isOpen(int node) {
        return neighbourhood == null || neighbourhood.reason(node) == null;
    }

    /** Domains of which one will hold all members, as yet any; empty when they are not bound to one. */
    List<NodeSet> domainsToChooseFrom() {
        return neighbourhood == null ? List.of() : neighbourhood.domainsToChooseFrom();
    }

    /** Members that fit on the node. */
    int seats(int node) {
        catchUp();
        return seats[node];
    }

    int score(int node) {
        catchUp();
        return score[node];
    }

    /** Members that fit on all nodes. */
    long total() {
        catchUp();
        return total;
    }

    /** Members that fit on these nodes. */
    long total(NodeSet nodes) {
        if (nodes.count() == seats.length) {
            return total();
        }
        catchUp();
        long sum = 0;
        for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
            sum += seats[node];
        }
        return sum;
    }

    /** No member fits on the node after all, until it changes again. */
    void refuse(int node) {
        total -= seats[node];
        seats[node] = 0;
    }

    /**
     * The best node for {@code remaining} members of one gang, or -1: where most of them fit, then where the gang
     * already is, then the best score, then the lowest index.
     *
     * @param nodes where to look
     * @param hosted members of the gang by node
     * @param together false looks at the score alone and spreads
     */
    int best(NodeSet nodes, int[] hosted, int remaining, boolean together) {
        catchUp();
        boolean everywhere = nodes.count() == seats.length;
        int best = -1;
        long bestKey = -1;
        for (int node = 0; node < seats.length; node++) {
            if (seats[node] > 0 && (everywhere || nodes.contains(node))) {
                long key = key(node, hosted, remaining, together);
                if (key > bestKey && isOpen(node)) {
                    best = node;
                    bestKey = key;
                }
            }
        }
        return best;
    }

    private long key(int node, int[] hosted, int remaining, boolean together) {
        if (!together) {
            return hosted[node] > 0 ? score[node] : score[node] + (1L << 32);
        }
        long host = hosted[node] > 0 ? 1L << 31 : 0;
        return ((long) Math.min(seats[node], remaining) << 32) + host + score[node];
    }

    private void catchUp() {
        for (int now = statement.changeCount(); seen < now; seen++) {
            int node = statement.changedNode(seen);
            boolean changesAgain = seen + 1 < now && statement.changedNode(seen + 1) == node;
            if (!changesAgain && allowed.contains(node)) {
                recount(node);
            }
        }
    }

    private void recount(int node) {
        int now = count.on(node);
        total += now - seats[node];
        seats[node] = now;
        score[node] = now > 0 ? scores.of(shape, statement, node) : 0;
    }
}
