package dev.basalt.simulate.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that must hold at a time, or at the end.
 *
 * @param atMillis when it is checked; -1 means at the end
 * @param path where it stands in the file
 * @param claim what must hold
 */
public record Expectation(long atMillis, String path, Claim claim) {

    /** What must hold. A subject is a job, {@code job/role}, {@code job/role-index}, or jobs {@code name*} together. */
    public sealed interface Claim {}

    /** So many pods of the subject run. */
    public record Running(String subject, Range count) implements Claim {}

    /** So many pods of the subject hold room on a node. */
    public record Held(String subject, Range count) implements Claim {}

    /** So many pods of the subject wait for room. */
    public record Pending(String subject, Range count) implements Claim {}

    /** Each of the jobs holds room for all its members or for none. */
    public record WholeOrNone(List<String> jobs) implements Claim {
        public WholeOrNone {
            jobs = List.copyOf(jobs);
        }
    }

    /** The job waits and its explanation holds this text. */
    public record Waits(String job, String text) implements Claim {}

    /** The job is in this phase, or {@link #GONE}. */
    public record Phase(String job, String phase) implements Claim {
        /** Stands for a job that the scheduler does not know, or no longer. */
        public static final String GONE = "GONE";
    }

    /** Every pod of the subject that holds room is on one of these nodes. */
    public record PlacedOn(String subject, List<String> nodes) implements Claim {
        public PlacedOn {
            nodes = List.copyOf(nodes);
        }
    }

    /** The subject's pods lie on so many different nodes. */
    public record NodeCount(String subject, Range count) implements Claim {}

    /** So many pods of the job were evicted so far; an empty job counts all. */
    public record Evictions(String job, Range count) implements Claim {}

    /** What is used of one GPU ({@code node/slot}); null parts are not looked at. */
    public record GpuUsed(
            String gpu,
            @Nullable Range memoryMib,
            @Nullable Range corePercent,
            @Nullable Range pods) implements Claim {}

    /** On every GPU at most so much is used. */
    public record EveryGpu(
            @Nullable Range memoryMib,
            @Nullable Range corePercent,
            @Nullable Range pods) implements Claim {}

    /** No GPU serves two of the jobs, and together they hold so many. */
    public record DistinctGpus(List<String> jobs, Range count) implements Claim {
        public DistinctGpus {
            jobs = List.copyOf(jobs);
        }
    }

    /** The subject's pods use exactly these GPUs ({@code node/slot}), in any order. */
    public record OnGpus(String subject, List<String> gpus) implements Claim {
        public OnGpus {
            gpus = List.copyOf(gpus);
        }
    }

    /** The jobs' first pods started in this order. */
    public record StartOrder(List<String> jobs) implements Claim {
        public StartOrder {
            jobs = List.copyOf(jobs);
        }
    }

    /** The job's first pod started within these times. */
    public record Started(String job, long notBeforeMillis, long notAfterMillis) implements Claim {}

    /** Nothing is evicted after that time. */
    public record NoEvictionAfter(long millis) implements Claim {}

    /** What a queue is charged of one resource, in the resource's own unit. */
    public record QueueUsed(String queue, String resource, Range amount) implements Claim {}

    /** Whether the scheduler plans at all. */
    public record Planning(boolean open) implements Claim {}

    /** Inclusive bounds. */
    public record Range(long min, long max) {
        public static Range exactly(long value) {
            return new Range(value, value);
        }

        public boolean holds(long value) {
            return value >= min && value <= max;
        }

        @Override
        public String toString() {
            if (min == max) {
                return Long.toString(min);
            }
            if (max == Long.MAX_VALUE) {
                return "at least " + min;
            }
            return min <= 0 ? "at most " + max : min + " to " + max;
        }
    }
}
