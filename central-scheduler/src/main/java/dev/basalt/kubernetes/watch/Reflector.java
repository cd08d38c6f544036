package dev.basalt.kubernetes.watch;

import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.live.LiveReader;
import dev.basalt.manifest.text.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one kind for ever: lists it, watches from there, and lists again when the server has forgotten the place, or
 * when it is time. It keeps nothing of the objects but who they are, and that only during a list.
 */
final class Reflector {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    /** A watch that ends sooner counts as a failure, so that a server that ends all at once is not asked for ever. */
    private static final long SHORT_WATCH_MILLIS = 1_000;

    private final Watched kind;
    private final ApiReader reader;
    private final Collection<String> schedulerNames;
    private final ChangeSink sink;
    private final WatchPace pace;
    private final RandomGenerator random;
    private final Backoff backoff;
    private String version = "";
    private long relistNanos;
    private long eventCount;
    private volatile WatchStatus status;

    /** Takes changes in order; waits while there is no room. */
    @FunctionalInterface
    interface ChangeSink {
        void take(Change change) throws InterruptedException;
    }

    /** What all reflectors share: how the server is read, and which schedulers are ours. */
    record Ways(ApiReader reader, Collection<String> schedulerNames, WatchPace pace) {
        Ways {
            schedulerNames = List.copyOf(schedulerNames);
        }
    }

    Reflector(Watched kind, Ways ways, RandomGenerator random, ChangeSink sink) {
        this.kind = kind;
        this.reader = ways.reader();
        this.schedulerNames = ways.schedulerNames();
        this.pace = ways.pace();
        this.random = random;
        this.sink = sink;
        backoff = new Backoff(pace.firstRetryMillis(), pace.mostRetryMillis(), random);
        status = new WatchStatus(kind, 0, 0, 0, "");
    }

    WatchStatus status() {
        return status;
    }

    /** Runs until its thread is interrupted. */
    void run() throws InterruptedException {
        while (true) {
            try {
                if (version.isEmpty() || System.nanoTime() - relistNanos >= 0) {
                    list();
                }
                watch();
            } catch (ApiFailure failure) {
                await(failure);
            }
        }
    }

    private void await(ApiFailure failure) throws InterruptedException {
        boolean first = status.trouble().isEmpty();
        status = status.troubled(String.valueOf(failure.getMessage()));
        if (failure.code() == ApiFailure.Code.GONE) {
            version = "";
            LOG.info("lists again kind={} because {}", kind, failure.getMessage());
        } else if (first) {
            LOG.warn("cannot read kind={}, tries again until it can: {}", kind, failure.getMessage());
        }
        Thread.sleep(backoff.waitMillis(failure.retryAfterMillis()));
    }

    private void list() throws ApiFailure, InterruptedException {
        version = "";
        List<String> identities = new ArrayList<>();
        String from = "";
        ApiReader.Page page;
        do {
            page = reader.list(kind, pace.pageSize(), from, object -> {
                identities.add(identity(LiveReader.meta(object)));
                seen(object);
            });
            from = page.next();
        } while (!from.isEmpty());
        sink.take(new Change.Listed(kind, identities, LiveMeta.version(page.version())));
        version = page.version();
        relistNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pace.relistMillis());
        works(status.listed(identities.size()));
    }

    private void watch() throws ApiFailure, InterruptedException {
        long beganNanos = System.nanoTime();
        long eventsBefore = eventCount;
        int seconds = pace.watchSeconds() + random.nextInt(pace.watchSeconds() + 1);
        long untilRelist = TimeUnit.NANOSECONDS.toSeconds(relistNanos - beganNanos);
        reader.watch(kind, version, (int) Math.max(1, Math.min(seconds, untilRelist)), new Follower());
        boolean brief = System.nanoTime() - beganNanos < TimeUnit.MILLISECONDS.toNanos(SHORT_WATCH_MILLIS);
        if (brief && eventCount == eventsBefore) {
            Thread.sleep(backoff.waitMillis(0));
        } else {
            works(status);
        }
    }

    private void works(WatchStatus now) {
        if (!now.trouble().isEmpty()) {
            LOG.info("reads again kind={}", kind);
        }
        status = now.troubled("");
        backoff.reset();
    }

    private void seen(Value object) throws InterruptedException {
        sink.take(Change.seen(kind, object, schedulerNames));
    }

    private String identity(LiveMeta meta) {
        return kind.byUid() ? meta.uid() : meta.name();
    }

    private final class Follower implements ApiReader.WatchSink {
        @Override
        public void seen(Value object) throws InterruptedException {
            Reflector.this.seen(object);
        }

        @Override
        public void gone(Value object) throws InterruptedException {
            sink.take(new Change.Gone(kind, LiveReader.meta(object)));
        }

        @Override
        public void reached(String newVersion) {
            if (!newVersion.isEmpty()) {
                version = newVersion;
            }
            eventCount++;
            works(status.told());
        }
    }
}
