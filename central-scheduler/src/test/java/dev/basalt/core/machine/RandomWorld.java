package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.model.NodeSpec.Admission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A rig in which a seed decides what happens: work comes and goes, nodes drain, agents go deaf, reboot and refuse,
 * binds fail, events are lost, repeated and late, and the process restarts.
 */
final class RandomWorld {
    private static final int STEPS = 150;
    private static final int NODES = 3;
    private static final int GPUS = 4;

    private final Rig rig = Rig.withGpus(GPUS, GPUS, GPUS);
    private final Random random;
    private final List<Event> late = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final TreeSet<String> alive = new TreeSet<>();
    private long digest;
    private int submitted;

    RandomWorld(long seed) {
        random = new Random(seed);
    }

    List<String> problems() {
        return problems;
    }

    long digest() {
        return digest * 31 + rig.machine.effectDigest();
    }

    /** Counts what became of gangs and decisions, to see that a world does something. */
    void count(Map<String, Integer> counts) {
        rig.machine
                .view()
                .gangs()
                .forEach(gang -> counts.merge(gang.spec().status().phase().name(), 1, Integer::sum));
        rig.sent.forEach(effect -> counts.merge(effect.getClass().getSimpleName(), 1, Integer::sum));
    }

    void run() {
        for (int step = 0; step < STEPS && problems.isEmpty(); step++) {
            happen();
            exchange();
            rig.nowMillis += random.nextInt(1_500);
            lookAtAgents();
        }
        heal();
        lookAtAgents();
        lookAtEnd();
    }

    /** One thing happens. */
    private void happen() {
        String node = "n" + (1 + random.nextInt(NODES));
        switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> submit("g" + ++submitted);
            case 4 -> pick().ifPresent(this::submit);
            case 5 ->
                pick().ifPresent(gang -> {
                    alive.remove(gang);
                    rig.delete(gang);
                });
            case 6, 7, 8, 9 -> endATask(node);
            case 10 -> rig.apply(Rig.node(node, Admission.values()[random.nextInt(3)]));
            case 11 -> flip(rig.deaf, node);
            case 12 -> flip(rig.bindFailures, node);
            case 13 -> rig.agent(node).refusal = random.nextBoolean() ? "full" : "";
            case 14 -> rig.agent(node).connected = false;
            case 15 -> rig.connect(node);
            case 16 -> reboot(node);
            default -> {
                if (random.nextInt(4) == 0) {
                    restart();
                }
            }
        }
    }

    private void submit(String name) {
        int desired = 1 + random.nextInt(4);
        alive.add(name);
        rig.submit(Rig.gang(name, 1 + random.nextInt(desired), desired, random.nextInt(4)));
    }

    private Optional<String> pick() {
        return alive.isEmpty()
                ? Optional.empty()
                : alive.stream().skip(random.nextInt(alive.size())).findFirst();
    }

    private void endATask(String node) {
        FakeAgent agent = rig.agent(node);
        if (!agent.running.isEmpty()) {
            List<Event> told = agent.end(agent.running.firstKey(), random.nextInt(2));
            if (agent.connected) {
                rig.wire.addAll(told);
            }
        }
    }

    private void reboot(String node) {
        FakeAgent agent = rig.agent(node);
        agent.boot = "boot-" + random.nextInt(1_000);
        agent.running.clear();
        rig.connect(node);
    }

    private void restart() {
        digest = digest();
        late.clear();
        rig.restart();
        rig.agents.values().forEach(agent -> agent.connected = false);
    }

    /** Some effects are carried out, and some of the answers arrive: out of order, twice or late. */
    private void exchange() {
        rig.deliver(random.nextInt(rig.outgoing.size() + 1));
        List<Event> batch = new ArrayList<>();
        for (Event event : List.copyOf(rig.wire)) {
            boolean mayBeLost = event instanceof Event.GrantsReported || event instanceof Event.PodObserved;
            int fate = random.nextInt(10);
            if (fate == 0 && mayBeLost) {
                continue;
            }
            if (fate <= 2) {
                late.add(event);
            }
            if (fate != 2) {
                batch.add(random.nextInt(batch.size() + 1), event);
            }
        }
        rig.wire.clear();
        if (!late.isEmpty() && random.nextInt(3) == 0) {
            batch.add(late.remove(random.nextInt(late.size())));
        }
        rig.step(batch);
    }

    /** Faults stop, lost events are listed again, and enough time passes for everything to be asked again. */
    private void heal() {
        rig.deaf.clear();
        rig.bindFailures.clear();
        rig.wire.addAll(late);
        for (int node = 1; node <= NODES; node++) {
            rig.agent("n" + node).refusal = "";
            rig.apply(Rig.node("n" + node, Admission.OPEN));
        }
        rig.settle();
        rig.reconnectAll();
        rig.settle();
        for (String gang : alive) {
            if (rig.machine.view().gang(gang) == null) {
                problems.add("gang " + gang + " is forgotten");
            }
        }
        rig.list(Listed.Kind.GANGS, alive);
        rig.pass(100_000);
        rig.reconnectAll();
        rig.settle();
        rig.pass(100_000);
    }

    /** What agents run and hold, whatever the machine believes: no GPU has two exclusive users. */
    private void lookAtAgents() {
        for (FakeAgent agent : rig.agents.values()) {
            TreeMap<String, String> users = new TreeMap<>();
            agent.running.forEach((podUid, keys) -> keys.forEach(key -> {
                String other = users.put(key.deviceUuid(), podUid);
                if (other != null && !other.equals(podUid)) {
                    problems.add(key.deviceUuid() + " is used by " + podUid + " and " + other);
                }
                if (!agent.held.containsKey(key)) {
                    problems.add(podUid + " runs without its grant " + key);
                }
            }));
        }
    }

    /** After faults stopped: agents hold what the machine says, and what fits runs. */
    private void lookAtEnd() {
        TreeSet<Grant.Key> wanted = new TreeSet<>();
        int free = NODES * GPUS;
        for (GangView gang : rig.machine.view().gangs()) {
            for (MemberView member : gang.members()) {
                PlacementRecord placement = member.placement();
                if (placement != null && placement.stage() != PlacementRecord.Stage.ENDED) {
                    placement.grants().forEach(grant -> wanted.add(grant.key()));
                    if (placement.stage() != PlacementRecord.Stage.RUNNING) {
                        problems.add(placement.podUid() + " is still " + placement.stage());
                    }
                }
            }
        }
        TreeSet<Grant.Key> held = new TreeSet<>();
        rig.agents.values().forEach(agent -> held.addAll(agent.held.keySet()));
        if (!held.equals(wanted)) {
            problems.add("agents hold " + held + ", wanted is " + wanted);
        }
        rig.agents.values().forEach(agent -> agent.running.keySet().forEach(this::lookAtRunning));
        if (free - held.size() >= 10) {
            rig.machine.view().gangs().forEach(this::lookAtWaiting);
        }
    }

    private void lookAtRunning(String podUid) {
        boolean known = rig.machine.view().gangs().stream()
                .flatMap(gang -> gang.members().stream())
                .anyMatch(member -> member.podUid().equals(podUid));
        if (!known) {
            problems.add(podUid + " runs and nobody knows it");
        }
    }

    /** With most GPUs free the smallest gangs must not wait. */
    private void lookAtWaiting(GangView gang) {
        boolean isSmall = gang.spec().gang().minimum() == 1;
        Phase phase = gang.spec().status().phase();
        if (isSmall && (phase == Phase.PENDING || phase == Phase.STARTING)) {
            problems.add(gang.uid() + " is " + phase + " though it fits: " + gang.refusals());
        }
    }

    private static void flip(Set<String> names, String name) {
        if (!names.remove(name)) {
            names.add(name);
        }
    }
}
