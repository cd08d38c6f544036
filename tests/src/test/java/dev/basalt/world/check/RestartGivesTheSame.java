package dev.basalt.world.check;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.Policy;
import dev.basalt.simulate.scenario.Action;
import dev.basalt.world.FaultyWorld;
import dev.basalt.world.taken.Placements;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A new process that reads the store and the lists, and hears the agents, stands where the old one stood. */
final class RestartGivesTheSame implements Check {
    @Override
    public void atEnd(FaultyWorld world) {
        PublishedView old = world.view();
        SchedulerMachine fresh = new SchedulerMachine(Policy.DEFAULT);
        List<Event> events = new ArrayList<>();
        events.add(new Event.LeaseGained(old.epoch() + 1));
        events.addAll(world.ledger().replay());
        for (Action.Kind kind : Action.Kind.values()) {
            events.addAll(world.api().listing(kind).events());
        }
        world.agents().values().forEach(agent -> events.addAll(agent.introduction()));
        fresh.step(new Tick(old.at().nowMillis() + 1, old.at().wallMillis() + 1), events);

        SortedSet<String> before = standing(old);
        SortedSet<String> after = standing(fresh.view());
        if (!before.equals(after)) {
            TreeSet<String> gone = new TreeSet<>(before);
            gone.removeAll(after);
            TreeSet<String> invented = new TreeSet<>(after);
            invented.removeAll(before);
            throw new Broken(world, "a restart loses " + gone + " and invents " + invented);
        }
    }

    private static SortedSet<String> standing(PublishedView view) {
        TreeSet<String> standing = new TreeSet<>();
        for (Placements.Taking taking : Placements.taking(view)) {
            List<Grant.Key> keys = taking.placement().grants().stream()
                    .filter(grant -> grant.state() != Grant.State.RELEASED)
                    .map(Grant::key)
                    .toList();
            standing.add(
                    taking.placement().podUid() + " on " + taking.placement().nodeName() + " with " + keys);
        }
        view.queues().forEach(queue -> standing.add("queue " + queue.name() + " uses " + queue.used()));
        return standing;
    }
}
