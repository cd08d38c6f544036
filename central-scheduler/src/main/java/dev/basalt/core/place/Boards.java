package dev.basalt.core.place;

import dev.basalt.core.score.Scores;
import dev.basalt.core.snapshot.Statement;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.List;

/** The boards of one statement, one for each shape that was asked for. */
final class Boards {
    private final Statement statement;
    private final Scores scores;
    private final List<Board> boards = new ArrayList<>();

    Boards(Statement statement, Scores scores) {
        this.statement = statement;
        this.scores = scores;
    }

    Statement statement() {
        return statement;
    }

    /** The board of the shape; made when it is asked for first. */
    Board of(TaskShape shape) {
        for (Board board : boards) {
            if (board.shape().equals(shape)) {
                return board;
            }
        }
        Board board = new Board(shape, statement, scores);
        boards.add(board);
        return board;
    }
}
