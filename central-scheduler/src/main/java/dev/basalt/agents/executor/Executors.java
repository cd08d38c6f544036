package dev.basalt.agents.executor;

import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.PodIndex;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The executors by node. */
public final class Executors {
    private final EventInbox inbox;
    private final AgentRegistry agents;
    private final ViewBoard board;
    private final PodIndex pods;
    private final ConcurrentHashMap<String, NodeTasks> nodes = new ConcurrentHashMap<>();
    private final LogBroker logs = new LogBroker(nodeName -> tasks(nodeName).outbound());

    public Executors(EventInbox inbox, AgentRegistry agents, ViewBoard board, PodIndex pods) {
        this.inbox = inbox;
        this.agents = agents;
        this.board = board;
        this.pods = pods;
    }

    /** Output of tasks. */
    public LogBroker logs() {
        return logs;
    }

    /** Does an effect that is about a pod on a node. */
    public void run(Effect effect) throws InterruptedException {
        switch (effect) {
            case Effect.Bind bind -> {
                NodeTasks tasks = tasks(bind.nodeName());
                tell(tasks, tasks.bind(bind));
            }
            case Effect.Evict evict -> {
                NodeTasks tasks = tasks(evict.nodeName());
                tell(tasks, tasks.evict(evict));
            }
            default -> throw new IllegalStateException("no effect on pods: " + effect);
        }
    }

    Optional<Event.Session> session(String nodeName) {
        return agents.session(nodeName);
    }

    long epoch() {
        return board.view().epoch();
    }

    NodeTasks tasks(String nodeName) {
        return nodes.computeIfAbsent(nodeName, name -> new NodeTasks(name, pods));
    }

    /**
     * Nobody wants to know of these pods any more: their executors clear away what is left of them. Until then they
     * keep exit codes and output.
     */
    public void release(List<String> podUids) {
        long epoch = epoch();
        for (NodeTasks tasks : nodes.values()) {
            podUids.forEach(podUid -> tasks.release(podUid, epoch));
        }
    }

    /** Tells the core what is new; what is over and of no gang is cleared away once that is stored. */
    void tell(NodeTasks tasks, List<NodeTasks.News> news) throws InterruptedException {
        for (NodeTasks.News each : news) {
            inbox.submit(each.events(), () -> {
                if (each.over() && pods.find(each.podUid()).isEmpty()) {
                    tasks.release(each.podUid(), epoch());
                }
            });
        }
    }
}
