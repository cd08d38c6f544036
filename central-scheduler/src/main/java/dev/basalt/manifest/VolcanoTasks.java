package dev.basalt.manifest;

import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.manifest.pod.PodTemplates;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a Volcano job, in start order.
 *
 * @param roles one per task
 * @param memberCount members of all tasks
 * @param minimumSum minimums of all tasks as Volcano counts them, where a task that states none wants all its replicas
 * @param explicitSum minimums of the tasks that state one
 * @param priorityClass class that the first template with one names; empty when none does
 */
record VolcanoTasks(List<MemberGroup> roles, int memberCount, int minimumSum, int explicitSum, String priorityClass) {
    private static final int MAX_POD_NAME = 63; // a pod's name becomes its host name

    /**
     * Reads the list.
     *
     * @param jobMinimum the job's own minimum, 0 when it states none
     */
    static VolcanoTasks read(Field list, Header header, int jobMinimum) {
        if (list.items().isEmpty()) {
            list.error(list.present() ? "is empty" : "is missing", "add a task with replicas and a template");
        }
        SortedMap<String, Integer> places = new TreeMap<>();
        List<Task> tasks = new ArrayList<>();
        String priorityClass = "";
        for (Field field : list.items()) {
            Task task = task(field, tasks.size(), header);
            if (places.putIfAbsent(task.name(), tasks.size()) != null) {
                field.at("name").error("is the name of two tasks", "rename one of them");
            }
            tasks.add(task);
            if (priorityClass.isEmpty()) {
                priorityClass =
                        field.at("template").at("spec").at("priorityClassName").text("");
            }
        }
        return summed(list, ordered(tasks, places, list), jobMinimum, priorityClass);
    }

    private record Task(
            Field field,
            String name,
            int replicas,
            @Nullable Integer minimum,
            @Nullable PodTemplate template) {
        int wanted() {
            return minimum == null ? replicas : minimum;
        }
    }

    private static Task task(Field field, int place, Header header) {
        Field nameField = field.at("name");
        String name = nameField.text("");
        if (name.isEmpty()) {
            name = "default" + place;
            nameField.warn("is missing", "'" + name + "', as Volcano does", "give the task a name");
        } else if (!Header.isLabel(name)) {
            nameField.error("is no task name", "use up to 63 of a-z, 0-9 and '-'");
        }
        Field replicasField = field.at("replicas");
        if (!replicasField.present()) {
            replicasField.warn("is missing", "1", "write how many pods the task has");
        }
        int replicas = replicasField.whole(1, 0, Common.MAX_MEMBERS);
        String longest = header.name() + "-" + name + "-" + Math.max(0, replicas - 1);
        if (longest.length() > MAX_POD_NAME) {
            nameField.error(
                    "makes pod names of " + longest.length() + " characters with the job's name; 63 is the most",
                    "shorten one of the two");
        }
        Field minimumField = field.at("minAvailable");
        Integer minimum = minimumField.present() ? minimumField.whole(replicas, 0, replicas) : null;
        Common.notActedOn(field, "partitionPolicy", "topologyPolicy");
        return new Task(
                field,
                name,
                replicas,
                minimum,
                PodTemplates.read(field.at("template"), header.namespace(), header.road()));
    }

    /** Tasks after those that they depend on, else in the order they are written. */
    private static List<Task> ordered(List<Task> tasks, SortedMap<String, Integer> places, Field list) {
        List<Task> ordered = new ArrayList<>();
        List<Task> waiting = new ArrayList<>(tasks);
        while (!waiting.isEmpty()) {
            Task next = null;
            for (Task candidate : waiting) {
                if (waiting.stream()
                        .noneMatch(other -> dependencies(candidate, places).contains(other.name()))) {
                    next = candidate;
                    break;
                }
            }
            if (next == null) {
                list.error("depend on each other in a circle", "remove one dependsOn");
                return tasks;
            }
            waiting.remove(next);
            ordered.add(next);
        }
        return ordered;
    }

    private static List<String> dependencies(Task task, SortedMap<String, Integer> places) {
        Field names = task.field().at("dependsOn").at("name");
        List<String> known = new ArrayList<>();
        for (Field name : names.items()) {
            if (places.containsKey(name.text(""))) {
                known.add(name.text(""));
            } else {
                name.error("is no task of this job", "name one of " + String.join(", ", places.keySet()));
            }
        }
        return known;
    }

    private static VolcanoTasks summed(Field list, List<Task> tasks, int jobMinimum, String priorityClass) {
        long members = tasks.stream().mapToLong(Task::replicas).sum();
        if (members > Common.MAX_MEMBERS) {
            list.error(
                    "have " + members + " replicas together; " + Common.MAX_MEMBERS + " is the most", "split the job");
        } else if (members == 0 && !tasks.isEmpty()) {
            list.error("have no replicas at all", "write replicas: 1");
        }
        int minimumSum = (int) Math.min(
                Integer.MAX_VALUE, tasks.stream().mapToLong(Task::wanted).sum());
        // Volcano weighs the tasks' minimums only when the job's covers their sum.
        boolean weighed = jobMinimum == 0 || jobMinimum >= minimumSum;
        List<MemberGroup> roles = new ArrayList<>();
        int explicitSum = 0;
        for (Task task : tasks) {
            Integer minimum = task.minimum();
            explicitSum += minimum == null ? 0 : minimum;
            if (task.template() != null) {
                int least = minimum != null ? minimum : weighed ? task.replicas() : 0;
                roles.add(MemberGroup.role(task.name(), least, task.replicas(), task.template()));
            }
        }
        return new VolcanoTasks(
                roles, (int) Math.min(Integer.MAX_VALUE, members), minimumSum, explicitSum, priorityClass);
    }

    /** Members without which the job does not start. */
    int minimum(Field jobMinimum) {
        int stated = jobMinimum.whole(0, 0, Integer.MAX_VALUE);
        if (stated > memberCount && !roles.isEmpty()) {
            jobMinimum.error(
                    "is more than the " + memberCount + " replicas of all tasks", "lower it to " + memberCount);
            return memberCount;
        }
        if (stated == 0) {
            return minimumSum;
        }
        if (stated < explicitSum) {
            jobMinimum.warn(
                    "is less than the tasks' minimums together",
                    String.valueOf(explicitSum),
                    "raise it to " + explicitSum);
            return explicitSum;
        }
        return stated;
    }
}
