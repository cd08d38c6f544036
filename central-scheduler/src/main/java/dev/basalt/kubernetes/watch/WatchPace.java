package dev.basalt.kubernetes.watch;

import java.time.Duration;

/**
 * How the API server is read.
 *
 * @param pageSize objects of one page of a list
 * @param watchSeconds least time a watch lives; it is chosen anew between this and twice this
 * @param relistMillis time between two lists, so that an event that got lost on the way is made up for
 * @param answerMillis longest time until an answer begins
 * @param firstRetryMillis wait after the first failure; doubled with each, with jitter
 * @param mostRetryMillis longest wait between two tries
 * @param gatherMillis while events come quickly they are gathered for this long
 */
public record WatchPace(
        int pageSize,
        int watchSeconds,
        long relistMillis,
        long answerMillis,
        long firstRetryMillis,
        long mostRetryMillis,
        long gatherMillis) {
    /** Pages of 500, watches of one to two minutes, lists every ten, tries every 0.2 to 5 s. */
    public static final WatchPace DEFAULT =
            new WatchPace(500, 60, Duration.ofMinutes(10).toMillis(), 15_000, 200, 5_000, 25);

    public WatchPace {
        if (pageSize < 1 || watchSeconds < 1 || relistMillis < 1 || answerMillis < 1) {
            throw new IllegalArgumentException("page size " + pageSize + ", watch " + watchSeconds + " s, relist "
                    + relistMillis + " ms and answer " + answerMillis + " ms must be at least 1");
        }
        if (firstRetryMillis < 1 || mostRetryMillis < firstRetryMillis || gatherMillis < 0) {
            throw new IllegalArgumentException("retry " + firstRetryMillis + ".." + mostRetryMillis
                    + " ms is no range, or gather " + gatherMillis + " ms is negative");
        }
    }
}
