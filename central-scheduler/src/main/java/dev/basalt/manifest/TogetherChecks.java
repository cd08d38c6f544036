package dev.basalt.manifest;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Queue;
import dev.basalt.manifest.ManifestReader.Draft;
import dev.basalt.manifest.ReadOptions.Known;
import dev.basalt.manifest.Translated.GangObject;
import dev.basalt.manifest.Translated.PodGroupObject;
import dev.basalt.manifest.Translated.PodObject;
import dev.basalt.manifest.Translated.PriorityClassObject;
import dev.basalt.manifest.Translated.QueueObject;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What only shows when objects are seen together: duplicates, names that nothing created, groups and their pods. */
final class TogetherChecks {
    private static final String PRIORITY_CLASS = "priorityClassName";

    private final List<Draft> drafts;
    private final Road road;

    TogetherChecks(List<Draft> drafts, Road road) {
        this.drafts = new ArrayList<>(drafts);
        this.road = road;
    }

    List<ManifestResult> results(Known known) {
        refuseDuplicates();
        joinGroups();
        warnOfMissingNames(known.and(names(QueueObject.class), names(PriorityClassObject.class)));
        return drafts.stream().map(Draft::result).toList();
    }

    private void refuseDuplicates() {
        SortedMap<String, Integer> seen = new TreeMap<>();
        for (Draft draft : drafts) {
            Header header = draft.header();
            if (header == null) {
                continue;
            }
            String identity = header.kind() + "/" + header.namespace() + "/" + header.name();
            Integer first = seen.putIfAbsent(identity, draft.document());
            if (first != null) {
                place(draft, "metadata", "name")
                        .error(
                                "is the name of another " + header.kind() + " in document " + first,
                                "rename one of them");
            }
        }
    }

    private SortedSet<String> names(Class<? extends Translated> type) {
        SortedSet<String> names = new TreeSet<>();
        for (Draft draft : drafts) {
            Header header = draft.header();
            if (type.isInstance(draft.translated())
                    && header != null
                    && !draft.findings().refused()) {
                names.add(header.name());
            }
        }
        return names;
    }

    private void joinGroups() {
        SortedMap<String, List<PodObject>> podsByGroup = new TreeMap<>();
        for (Draft draft : drafts) {
            if (draft.translated() instanceof PodObject pod && !draft.findings().refused()) {
                podsByGroup
                        .computeIfAbsent(pod.namespace() + "/" + pod.group(), key -> new ArrayList<>())
                        .add(pod);
            }
        }
        SortedSet<String> groups = new TreeSet<>();
        drafts.replaceAll(draft -> {
            if (!(draft.translated() instanceof PodGroupObject group)) {
                return draft;
            }
            String key = group.namespace() + "/" + group.name();
            groups.add(key);
            List<PodObject> pods = podsByGroup.get(key);
            if (pods == null) {
                warnOfNoPods(draft, group);
                return draft;
            }
            return draft.as(new GangObject(PodGroups.gang(group, pods, road)));
        });
        if (road == Road.STANDALONE) {
            drafts.forEach(draft -> refuseWithoutGroup(draft, groups));
        }
    }

    private void warnOfNoPods(Draft draft, PodGroupObject group) {
        if (road == Road.KUBERNETES) {
            return;
        }
        StringBuilder problem = new StringBuilder("is the name of a group that no pod here belongs to");
        String pods = "write its pods into the same file, each with the annotation scheduling.k8s.io/group-name: "
                + group.name();
        String advice = pods + ", or use a Job, which makes its own group";
        for (Draft other : drafts) {
            if (other.translated() instanceof GangObject job
                    && job.gang().kind().equals("Job")) {
                problem.append("; Job ").append(job.gang().name()).append(" makes its own group of at least ");
                problem.append(job.gang().minimum());
                problem.append(job.gang().minimum() == group.minimum() ? ", too" : ", not " + group.minimum());
                advice = "leave it out, or " + pods;
            }
        }
        place(draft, "metadata", "name").warn(problem.toString(), "a group without pods, which starts nothing", advice);
    }

    private static void refuseWithoutGroup(Draft draft, SortedSet<String> groups) {
        if (draft.translated() instanceof PodObject pod && !groups.contains(pod.namespace() + "/" + pod.group())) {
            PodGroups.groupName(place(draft))
                    .error("is a PodGroup that is not in this text", "apply the PodGroup and its pods together");
        }
    }

    private void warnOfMissingNames(Known known) {
        for (Draft draft : drafts) {
            Field object = draft.object();
            if (object != null && draft.translated() instanceof GangObject owner) {
                warnOfMissingNames(object, owner.gang(), known);
            } else if (object != null && draft.translated() instanceof QueueObject queue) {
                String parent = queue.queue().parent();
                if (!known.queues().contains(parent)) {
                    object.at("spec")
                            .at("parent")
                            .warn("does not exist", "a name that comes later", "apply the parent, too");
                }
            }
        }
    }

    private static void warnOfMissingNames(Field object, Gang gang, Known known) {
        Field spec = object.at("spec");
        Field queue = spec.at("queue").present() ? spec.at("queue") : PodGroups.queue(object);
        if (gang.queue().equals(Queue.ROOT)) {
            queue.error("takes no jobs; it is the parent of all queues", "write queue: " + Queue.DEFAULT);
        } else if (!known.queues().contains(gang.queue())) {
            queue.warn(
                    "is a queue that does not exist",
                    "a name that comes later: it waits until that queue is there",
                    "apply a Queue named '" + gang.queue() + "', or use '" + Queue.DEFAULT + "'");
        }
        String priorityClass = gang.priorityClass();
        if (!priorityClass.isEmpty() && !known.priorityClasses().contains(priorityClass)) {
            priorityField(object)
                    .warn(
                            "is a PriorityClass that does not exist",
                            "priority 0 until it is there",
                            "apply a PriorityClass of that name, or remove the line");
        }
    }

    /** Where the class is named: on the object, or in the first template that names one. */
    private static Field priorityField(Field object) {
        Field spec = object.at("spec");
        if (spec.at(PRIORITY_CLASS).present()) {
            return spec.at(PRIORITY_CLASS);
        }
        for (Field task : spec.at("tasks").items()) {
            Field named = task.at("template").at("spec").at(PRIORITY_CLASS);
            if (named.present()) {
                return named;
            }
        }
        return spec.at("template").at("spec").at(PRIORITY_CLASS);
    }

    private static Field place(Draft draft, String... path) {
        Field field = draft.object();
        if (field == null) {
            throw new IllegalStateException("an object without a tree was translated: " + draft);
        }
        for (String key : path) {
            field = field.at(key);
        }
        return field;
    }
}
