package dev.basalt.kubernetes.watch;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed.Kind;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.gang.GangAssembler;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.kubernetes.gang.Stamps;
import dev.basalt.manifest.Translated.PriorityClassObject;
import dev.basalt.manifest.live.Live;
import dev.basalt.manifest.live.LiveClaim;
import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LiveVolume;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes events of what the watches say. It says only what is news, and of pods and groups nothing before both lists are
 * complete: then every pod gets the place that it would get after a restart. For one thread.
 */
final class EventMaker {
    private static final String SOURCE = "kubernetes";

    private final Directory directory;
    private final Stamps stamps = new Stamps();
    private final GangAssembler assembler;
    private final ClaimBook claims = new ClaimBook();
    private final Map<String, NodeSpec> nodes = new TreeMap<>();
    private final Map<String, Queue> queues = new TreeMap<>();
    private final Map<String, Integer> classes = new TreeMap<>();
    private final Set<Watched> listed = EnumSet.noneOf(Watched.class);
    private final List<Event> made = new ArrayList<>();

    /** @param schedulerName scheduler of gangs without pods */
    EventMaker(Directory directory, GroupWishes wishes, String schedulerName) {
        this.directory = directory;
        assembler = new GangAssembler(directory, wishes, stamps, schedulerName);
    }

    /** Takes one change; {@link #flush} gives what came of it. */
    void take(Change change) {
        switch (change) {
            case Change.NodeSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                node(seen.meta(), seen.node());
            }
            case Change.PodSeen seen -> {
                stamps.saw(seen.pod().meta().resourceVersion());
                assembler.pod(claims.resolved(seen.pod()));
            }
            case Change.GroupSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                assembler.group(seen.meta(), seen.group());
            }
            case Change.QueueSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                queue(seen.meta(), seen.queue());
            }
            case Change.ClassSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                priorityClass(seen.meta(), seen.priorityClass());
            }
            case Change.ClaimSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                switch (seen.claim()) {
                    case Live.Good<LiveClaim> good -> again(claims.claim(good.value()));
                    case Live.Bad<LiveClaim> bad -> refused("PersistentVolumeClaim", seen.meta(), bad);
                }
            }
            case Change.VolumeSeen seen -> {
                stamps.saw(seen.meta().resourceVersion());
                switch (seen.volume()) {
                    case Live.Good<LiveVolume> good -> again(claims.volume(good.value()));
                    case Live.Bad<LiveVolume> bad -> refused("PersistentVolume", seen.meta(), bad);
                }
            }
            case Change.Gone gone -> {
                stamps.saw(gone.meta().resourceVersion());
                gone(gone.kind(), gone.meta());
            }
            case Change.Listed list -> {
                stamps.saw(list.version());
                listed(list);
            }
        }
    }

    /** These pods look different though they did not change. */
    private void again(List<LivePod> pods) {
        pods.forEach(assembler::pod);
    }

    private void node(LiveMeta meta, Live<NodeSpec> live) {
        switch (live) {
            case Live.Good<NodeSpec> good -> {
                directory.putNode(meta.name(), meta.uid());
                if (!good.value().equals(nodes.put(meta.name(), good.value()))) {
                    made.add(new Event.NodeApplied(SOURCE, good.value(), stamps.next()));
                }
            }
            case Live.Bad<NodeSpec> bad -> refused("Node", meta, bad);
        }
    }

    /** The root is the parent of all and takes no gangs: what its object says is not a queue of ours. */
    private void queue(LiveMeta meta, Live<Queue> live) {
        directory.putQueue(meta.name());
        if (meta.name().equals(Queue.ROOT)) {
            return;
        }
        switch (live) {
            case Live.Good<Queue> good -> {
                if (!good.value().equals(queues.put(meta.name(), good.value()))) {
                    made.add(new Event.QueueApplied(SOURCE, good.value(), stamps.next()));
                }
            }
            case Live.Bad<Queue> bad -> refused("Queue", meta, bad);
        }
    }

    private void priorityClass(LiveMeta meta, Live<PriorityClassObject> live) {
        switch (live) {
            case Live.Good<PriorityClassObject> good -> {
                int value = good.value().value();
                Integer before = classes.put(meta.name(), value);
                if (before == null || before != value) {
                    made.add(new Event.PriorityClassApplied(SOURCE, meta.name(), value, stamps.next()));
                }
            }
            case Live.Bad<PriorityClassObject> bad -> refused("PriorityClass", meta, bad);
        }
    }

    private void refused(String kind, LiveMeta meta, Live.Bad<?> bad) {
        made.add(new Event.ObjectRefused(SOURCE, kind, meta.name(), bad.field(), bad.message(), stamps.next()));
    }

    private void gone(Watched kind, LiveMeta meta) {
        String name = meta.name();
        switch (kind) {
            case NODES -> {
                directory.removeNode(name);
                nodes.remove(name);
                made.add(new Event.NodeDeleted(SOURCE, name, stamps.next()));
            }
            case PODS -> podGone(meta.uid());
            case CLAIMS -> again(claims.claimGone(meta.uid()));
            case VOLUMES -> again(claims.volumeGone(name));
            case POD_GROUPS -> assembler.groupGone(meta.uid());
            case QUEUES -> {
                directory.removeQueue(name);
                queues.remove(name);
                made.add(new Event.QueueDeleted(SOURCE, name, stamps.next()));
            }
            case PRIORITY_CLASSES -> {
                classes.remove(name);
                made.add(new Event.PriorityClassDeleted(SOURCE, name, stamps.next()));
            }
        }
    }

    private void podGone(String uid) {
        claims.podGone(uid);
        assembler.podGone(uid);
    }

    /** What is not listed is gone, whatever events were lost; the core hears the list itself as well. */
    private void listed(Change.Listed list) {
        listed.add(list.kind());
        switch (list.kind()) {
            case NODES -> {
                vanished(nodes, list).forEach(directory::removeNode);
                said(Kind.NODES, list.identities());
            }
            case QUEUES -> {
                vanished(queues, list).forEach(directory::removeQueue);
                said(Kind.QUEUES, list.identities());
            }
            case PRIORITY_CLASSES -> {
                vanished(classes, list);
                said(Kind.PRIORITY_CLASSES, list.identities());
            }
            case PODS -> {
                assembler.podsWithout(list.identities()).forEach(this::podGone);
                sayPodsAndGangs();
            }
            case POD_GROUPS -> {
                assembler.groupsListed(list.identities());
                sayPodsAndGangs();
            }
            case CLAIMS -> claims.claimsWithout(list.identities()).forEach(uid -> again(claims.claimGone(uid)));
            case VOLUMES -> claims.volumesWithout(list.identities()).forEach(name -> again(claims.volumeGone(name)));
        }
    }

    private static List<String> vanished(Map<String, ?> known, Change.Listed list) {
        Set<String> present = Set.copyOf(list.identities());
        List<String> gone =
                known.keySet().stream().filter(name -> !present.contains(name)).toList();
        gone.forEach(known::remove);
        return gone;
    }

    private void sayPodsAndGangs() {
        if (knowsPods()) {
            made.addAll(assembler.flush());
            said(Kind.GANGS, assembler.gangUids());
            said(Kind.PODS, assembler.podUids());
        }
    }

    private void said(Kind kind, List<String> identities) {
        made.add(new Event.Listed(
                SOURCE, kind, identities.stream().sorted().distinct().toList(), stamps.next()));
    }

    private boolean knowsPods() {
        return listed.contains(Watched.PODS) && listed.contains(Watched.POD_GROUPS);
    }

    /** Events since the last call, in order. */
    List<Event> flush() {
        if (knowsPods()) {
            made.addAll(assembler.flush());
        }
        List<Event> events = List.copyOf(made);
        made.clear();
        return events;
    }
}
