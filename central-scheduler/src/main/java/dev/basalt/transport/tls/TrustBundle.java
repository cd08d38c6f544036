package dev.basalt.transport.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The authorities that are trusted now, the oldest first. One signs; a successor is trusted for a while before it does,
 * so that everyone has heard of it by then. Never changes; {@link #rotated} gives the next one.
 *
 * @param authorities at least one, unless nothing was made yet
 */
public record TrustBundle(List<Authority> authorities) {
    /** Nothing was made yet. */
    public static final TrustBundle EMPTY = new TrustBundle(List.of());

    public TrustBundle {
        authorities = List.copyOf(authorities);
    }

    /**
     * How long things last.
     *
     * @param life of an authority; a successor is made when two thirds of it are over
     * @param overlap time from a successor's birth until it signs: all that trust the bundle must have read it anew
     */
    public record Terms(Duration life, Duration overlap) {
        public Terms {
            if (overlap.multipliedBy(6).compareTo(life) > 0) {
                throw new IllegalArgumentException("an overlap of " + overlap + " is more than a sixth of a life of "
                        + life + ". Maybe make the life longer.");
            }
        }
    }

    /**
     * The bundle as it should be now: without what is over, with a successor when it is time, and never empty. The same
     * object when nothing is to be done.
     */
    public TrustBundle rotated(Terms terms, Instant now) {
        List<Authority> alive = authorities.stream()
                .filter(authority -> now.isBefore(end(authority)))
                .toList();
        boolean needsOne = alive.isEmpty()
                || !now.isBefore(
                        begin(alive.getLast()).plus(terms.life().multipliedBy(2).dividedBy(3)));
        if (!needsOne && alive.size() == authorities.size()) {
            return this;
        }
        List<Authority> next = new ArrayList<>(alive);
        if (needsOne) {
            next.add(Authority.create("basalt " + now, now, terms.life()));
        }
        return new TrustBundle(next);
    }

    /** The authority that signs now. */
    public Authority signer(Terms terms, Instant now) {
        Authority signer = authorities.getFirst();
        for (Authority authority : authorities) {
            if (!now.isBefore(begin(authority).plus(terms.overlap()))) {
                signer = authority;
            }
        }
        return signer;
    }

    /** Certificates to trust. */
    public List<X509Certificate> certificates() {
        return authorities.stream().map(Authority::certificate).toList();
    }

    private static Instant begin(Authority authority) {
        return authority.certificate().getNotBefore().toInstant();
    }

    private static Instant end(Authority authority) {
        return authority.certificate().getNotAfter().toInstant();
    }
}
