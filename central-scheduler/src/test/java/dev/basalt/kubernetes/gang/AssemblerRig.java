package dev.basalt.kubernetes.gang;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.Directory;
import dev.basalt.manifest.live.Json;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LiveReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An assembler, and what its listener knows after each flush. */
final class AssemblerRig {
    final Directory directory = new Directory();
    final TreeSet<String> wishes = new TreeSet<>();
    final TreeMap<String, Gang> gangs = new TreeMap<>();
    final TreeMap<String, PodView> pods = new TreeMap<>();
    final List<Event> events = new ArrayList<>();
    final List<String> refusals = new ArrayList<>();
    final GangAssembler assembler;
    private long lastVersion;

    AssemblerRig() {
        GroupWishes listener = new GroupWishes() {
            @Override
            public void wanted(String namespace, String name, LivePod pod) {
                wishes.add(namespace + "/" + name);
            }

            @Override
            public void settled(String namespace, String name) {
                wishes.remove(namespace + "/" + name);
            }
        };
        assembler = new GangAssembler(directory, listener, new Stamps(), "basalt");
    }

    AssemblerRig see(PodText... texts) {
        for (PodText text : texts) {
            assembler.pod(text.read());
        }
        return this;
    }

    /** A PodGroup whose UID is its name and the suffix {@code -uid}. */
    AssemblerRig group(String name, int minimum) {
        return group(name, name + "-uid", "'minMember': " + minimum);
    }

    AssemblerRig group(String name, String uid, String spec) {
        var object = Json.object("{'metadata': {'name': '%s', 'namespace': 'team-a', 'uid': '%s'}, 'spec': {%s}}"
                .formatted(name, uid, spec));
        assembler.group(LiveReader.meta(object), LiveReader.group(object));
        return this;
    }

    /** What was said since the last call; versions rise. */
    List<Event> flush() {
        List<Event> said = assembler.flush();
        for (Event event : said) {
            Event.ObjectEvent object = (Event.ObjectEvent) event;
            if (object.version() <= lastVersion) {
                throw new AssertionError(event + " is not newer than version " + lastVersion);
            }
            lastVersion = object.version();
            switch (event) {
                case Event.GangApplied applied -> gangs.put(applied.gang().uid(), applied.gang());
                case Event.GangDeleted deleted -> gangs.remove(deleted.gangUid());
                case Event.PodObserved observed -> pods.put(observed.pod().uid(), observed.pod());
                case Event.PodGone gone -> pods.remove(gone.podUid());
                case Event.ObjectRefused refused ->
                    refusals.add(refused.kind() + " " + refused.identity() + " " + refused.field());
                default -> throw new AssertionError("unexpected " + event);
            }
        }
        events.addAll(said);
        return said;
    }

    Gang gang(String uid) {
        Gang gang = gangs.get(uid);
        if (gang == null) {
            throw new AssertionError("no gang " + uid + " among " + gangs.keySet());
        }
        return gang;
    }

    /** Member slot of a pod as {@code role/index}; empty when it has none. */
    String place(String podUid) {
        TaskId task = task(podUid);
        return task == null ? "" : task.role() + "/" + task.index();
    }

    @Nullable
    TaskId task(String podUid) {
        PodView pod = pods.get(podUid);
        if (pod == null) {
            throw new AssertionError("no pod " + podUid + " among " + pods.keySet());
        }
        return pod.task();
    }

    /** Roles of a gang as {@code name minimum desired}. */
    List<String> roles(String gangUid) {
        return gang(gangUid).roles().stream().map(AssemblerRig::shown).toList();
    }

    private static String shown(MemberGroup role) {
        return role.name() + " " + role.minimum() + " " + role.desired();
    }
}
