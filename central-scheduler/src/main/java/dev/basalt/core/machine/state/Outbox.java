package dev.basalt.core.machine.state;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Effects of one step, batched per node and generation, and taken out in the order that {@link Effect} promises. */
public final class Outbox {
    private final List<Effect> epochs = new ArrayList<>();
    private final TreeMap<String, List<Effect>> answers = new TreeMap<>();
    private final TreeMap<String, TreeMap<Long, TreeSet<Grant.Key>>> withdrawn = new TreeMap<>();
    private final TreeMap<String, TreeMap<Long, TreeMap<Grant.Key, Grant>>> sent = new TreeMap<>();
    private final TreeMap<String, TreeMap<Long, TreeSet<Grant.Key>>> committed = new TreeMap<>();
    private final List<Effect> pods = new ArrayList<>();

    public void raise(Effect.RaiseEpoch raise) {
        epochs.add(raise);
    }

    /** A welcome or a refusal for a node's agent. */
    public void answer(String nodeName, Effect answer) {
        answers.computeIfAbsent(nodeName, any -> new ArrayList<>()).add(answer);
    }

    public void send(Grant grant) {
        sent.computeIfAbsent(grant.node(), any -> new TreeMap<>())
                .computeIfAbsent(grant.generation(), any -> new TreeMap<>())
                .put(grant.key(), grant);
    }

    public void commit(Grant grant) {
        committed
                .computeIfAbsent(grant.node(), any -> new TreeMap<>())
                .computeIfAbsent(grant.generation(), any -> new TreeSet<>())
                .add(grant.key());
    }

    public void withdraw(Grant grant) {
        withdrawn
                .computeIfAbsent(grant.node(), any -> new TreeMap<>())
                .computeIfAbsent(grant.generation(), any -> new TreeSet<>())
                .add(grant.key());
    }

    /** Something about pods: create, delete, evict, bind. */
    public void pods(Effect effect) {
        pods.add(effect);
    }

    /** Takes out everything but records, statuses and decisions. */
    public List<Effect> take(long epoch, long deadlineMillis) {
        List<Effect> effects = new ArrayList<>(epochs);
        TreeSet<String> nodeNames = new TreeSet<>(answers.keySet());
        nodeNames.addAll(withdrawn.keySet());
        nodeNames.addAll(sent.keySet());
        nodeNames.addAll(committed.keySet());
        for (String node : nodeNames) {
            effects.addAll(answers.getOrDefault(node, List.of()));
            withdrawn
                    .getOrDefault(node, new TreeMap<>())
                    .forEach((generation, keys) ->
                            effects.add(new Effect.WithdrawGrants(epoch, node, generation, List.copyOf(keys))));
            sent.getOrDefault(node, new TreeMap<>())
                    .forEach((generation, grants) -> effects.add(new Effect.SendGrants(
                            epoch, node, generation, List.copyOf(grants.values()), deadlineMillis)));
            committed
                    .getOrDefault(node, new TreeMap<>())
                    .forEach((generation, keys) ->
                            effects.add(new Effect.CommitGrants(epoch, node, generation, List.copyOf(keys))));
        }
        effects.addAll(pods);
        clear();
        return effects;
    }

    /** Drops everything: nothing leaves a process that does not lead. */
    public void clear() {
        epochs.clear();
        answers.clear();
        withdrawn.clear();
        sent.clear();
        committed.clear();
        pods.clear();
    }
}
