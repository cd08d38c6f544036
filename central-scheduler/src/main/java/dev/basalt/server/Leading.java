package dev.basalt.server;

import dev.basalt.admin.AdminWrites;
import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.Leadership;
import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.KubernetesAdapter;
import dev.basalt.kubernetes.lease.LeaderLease;
import dev.basalt.loop.EventInbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows from having the lease or not: for the core, for agents, and for people who ask for changes. */
final class Leading implements Leadership, AdminWrites.Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Leading.class);
    /**
     * Decisions and generations of an epoch begin here, times the epoch: no leader's numbers meet those of another,
     * though none has another's store.
     */
    private static final long NUMBERS_PER_EPOCH = 1_000_000_000_000L;

    private final KubernetesAdapter cluster;

    Leading(KubernetesAdapter cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean leads() {
        return cluster.fence().epoch() > 0;
    }

    @Override
    public String leaderAddress() {
        return cluster.leaderElsewhere().orElse("");
    }

    @Override
    public Verdict now() {
        return leads()
                ? new Verdict.Elsewhere("objects are kept by the cluster. Maybe use kubectl.")
                : new Verdict.NotLeader(leaderAddress());
    }

    /** Tells the core and the agents. Results are put without waiting, for the lease must be renewed meanwhile. */
    static LeaderLease.Listener listener(EventInbox inbox, AgentRegistry agents) {
        return new LeaderLease.Listener() {
            @Override
            public void gained(long epoch) {
                long first = Math.multiplyExact(epoch, NUMBERS_PER_EPOCH);
                inbox.putResult(new Event.CountersRestored(new Counters(first, first, 0)));
                inbox.putResult(new Event.LeaseGained(epoch));
            }

            @Override
            public void lost(long epoch) {
                inbox.putResult(new Event.LeaseLost(epoch));
                agents.stepDown();
                LOG.warn("stands by epoch={}", epoch);
            }
        };
    }
}
