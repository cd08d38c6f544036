package dev.basalt.kubernetes;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a Binding says beside the node: devices, limits, rank. The API server writes a Binding's annotations into the
 * pod in the same write that binds it, so they are there exactly when it is bound. All of them are written with each
 * bind, also where a pod has no GPU, so that nothing a user wrote under these names survives.
 *
 * <p>Users may write annotations, so what comes back is checked field by field; what does not read as we write it is
 * {@link Garbled} as a whole.
 */
public final class BindAnnotations {
    /** Devices by container: {@code {"main":[{"uuid":"GPU-..","memoryMib":8192,"corePermille":500}]}}. */
    public static final String GPUS = "basalt.dev/gpus";
    /** Position of the pod in its gang, from 0. */
    public static final String RANK = "basalt.dev/rank";
    /** Members of the gang. */
    public static final String WORLD_SIZE = "basalt.dev/world-size";
    /** Leader epoch that decided the bind. */
    public static final String EPOCH = "basalt.dev/epoch";
    /** Generation of the decision. */
    public static final String GENERATION = "basalt.dev/generation";
    /** Member slot as {@code role/index}. */
    public static final String TASK = "basalt.dev/task";
    /** The pod's group, as Volcano's tools look for it. */
    public static final String GROUP = "scheduling.k8s.io/group-name";

    /** All names that a bind writes and a user must not. */
    public static final List<String> OWN = List.of(GPUS, RANK, WORLD_SIZE, EPOCH, GENERATION, TASK);

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String UUID = "uuid";
    private static final String MEMORY_MIB = "memoryMib";
    private static final String CORE_PERMILLE = "corePermille";
    private static final String EXCLUSIVE = "exclusive";
    /** UUIDs as NVML writes them, MIG instances included; nvml.h: NVML_DEVICE_UUID_V2_BUFFER_SIZE is 96. */
    private static final Pattern UUID_FORM = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9_./:]{0,95}");

    private static final Pattern NUMBER_FORM = Pattern.compile("0|[1-9]\\d{0,17}");
    private static final int MAX_TEXT_CHARS = 256 * 1024; // Kubernetes: all annotations of an object together
    private static final long MAX_MEMORY_MIB = 16L * 1024 * 1024; // 16 TiB: more than any GPU has

    private BindAnnotations() {}

    /** What annotations of a bound pod say. */
    public sealed interface Bound {}

    /** The pod was bound by something that writes none of them. */
    public record Absent() implements Bound {}

    /** Some are there and do not read as we write them. */
    public record Garbled(String annotation, String problem) implements Bound {}

    /**
     * The pod was bound by Basalt.
     *
     * @param role name of the member group
     * @param index index in the role, from 0
     * @param grants devices, each in state COMMITTED
     */
    public record Decoded(
            String role, int index, int rank, int worldSize, long epoch, long generation, List<Grant> grants)
            implements Bound {
        public Decoded {
            grants = List.copyOf(grants);
        }
    }

    /**
     * Annotations of a bind, sorted by name.
     *
     * @param groupName name of the pod's group; empty leaves the pod's own annotation as it is
     */
    public static SortedMap<String, String> encode(Effect.Bind bind, String groupName) {
        TreeMap<String, String> annotations = new TreeMap<>();
        annotations.put(GPUS, gpus(bind.grants()));
        annotations.put(RANK, String.valueOf(bind.rank()));
        annotations.put(WORLD_SIZE, String.valueOf(bind.worldSize()));
        annotations.put(EPOCH, String.valueOf(bind.epoch()));
        annotations.put(GENERATION, String.valueOf(bind.generation()));
        annotations.put(TASK, bind.task().role() + "/" + bind.task().index());
        if (!groupName.isEmpty()) {
            annotations.put(GROUP, groupName);
        }
        return annotations;
    }

    private static String gpus(List<Grant> grants) {
        ObjectNode containers = JSON.createObjectNode();
        for (Grant grant : grants) {
            ObjectNode device = containers.withArray(grant.key().container()).addObject();
            device.put(UUID, grant.key().deviceUuid());
            device.put(MEMORY_MIB, grant.memoryMib());
            device.put(CORE_PERMILLE, grant.corePermille());
            if (grant.exclusive()) {
                device.put(EXCLUSIVE, true);
            }
        }
        return containers.toString();
    }

    /** What the annotations of a pod on a node say. Never throws for what is in them. */
    public static Bound decode(SortedMap<String, String> annotations, String podUid, String nodeName) {
        if (annotations.keySet().stream().noneMatch(OWN::contains)) {
            return new Absent();
        }
        try {
            return decoded(annotations, podUid, nodeName);
        } catch (Unreadable unreadable) {
            return new Garbled(unreadable.annotation, unreadable.problem);
        }
    }

    private static Decoded decoded(SortedMap<String, String> annotations, String podUid, String nodeName)
            throws Unreadable {
        String task = text(annotations, TASK);
        int slash = task.lastIndexOf('/');
        if (slash < 1) {
            throw new Unreadable(TASK, "'" + task + "' is not role/index");
        }
        long epoch = number(EPOCH, text(annotations, EPOCH), 1, Long.MAX_VALUE);
        long generation = number(GENERATION, text(annotations, GENERATION), 0, Long.MAX_VALUE);
        return new Decoded(
                task.substring(0, slash),
                (int) number(TASK, task.substring(slash + 1), 0, Integer.MAX_VALUE - 1),
                (int) number(RANK, text(annotations, RANK), 0, Integer.MAX_VALUE),
                (int) number(WORLD_SIZE, text(annotations, WORLD_SIZE), 0, Integer.MAX_VALUE),
                epoch,
                generation,
                grants(text(annotations, GPUS), new Origin(podUid, nodeName, epoch, generation)));
    }

    private static List<Grant> grants(String text, Origin origin) throws Unreadable {
        List<Grant> grants = new ArrayList<>();
        TreeSet<Grant.Key> seen = new TreeSet<>();
        for (var container : object(text).properties()) {
            if (!container.getValue().isArray()) {
                throw new Unreadable(GPUS, "container '" + container.getKey() + "' has no list of devices");
            }
            for (JsonNode device : container.getValue()) {
                Grant grant = grant(container.getKey(), device, origin);
                if (!seen.add(grant.key())) {
                    throw new Unreadable(GPUS, "device " + grant.key().deviceUuid() + " is there twice");
                }
                grants.add(grant);
            }
        }
        return grants;
    }

    private static JsonNode object(String text) throws Unreadable {
        if (text.length() > MAX_TEXT_CHARS) {
            throw new Unreadable(GPUS, "is longer than annotations can be");
        }
        try {
            JsonNode root = JSON.readTree(text);
            if (root != null && root.isObject()) {
                return root;
            }
        } catch (JacksonException broken) {
            throw new Unreadable(GPUS, "is not JSON: " + broken.getOriginalMessage());
        }
        throw new Unreadable(GPUS, "is no JSON object");
    }

    private static Grant grant(String container, JsonNode device, Origin origin) throws Unreadable {
        String uuid = device.path(UUID).asString("");
        if (!UUID_FORM.matcher(uuid).matches()) {
            throw new Unreadable(GPUS, "'" + uuid + "' is no device UUID");
        }
        JsonNode exclusive = device.path(EXCLUSIVE);
        if (!exclusive.isMissingNode() && !exclusive.isBoolean()) {
            throw new Unreadable(GPUS, EXCLUSIVE + " of device " + uuid + " is neither true nor false");
        }
        return new Grant(
                new Grant.Key(origin.podUid(), container, uuid),
                origin.nodeName(),
                number(GPUS, device.path(MEMORY_MIB).toString(), 0, MAX_MEMORY_MIB),
                (int) number(GPUS, device.path(CORE_PERMILLE).toString(), 0, Device.CORE_PERMILLE),
                exclusive.asBoolean(false),
                origin.epoch(),
                origin.generation(),
                Grant.State.COMMITTED);
    }

    private static String text(SortedMap<String, String> annotations, String name) throws Unreadable {
        @Nullable String text = annotations.get(name);
        if (text == null) {
            throw new Unreadable(name, "is missing");
        }
        return text;
    }

    private static long number(String name, String text, long least, long most) throws Unreadable {
        long number = NUMBER_FORM.matcher(text).matches() ? Long.parseLong(text) : -1;
        if (number < least || number > most) {
            throw new Unreadable(name, "'" + text + "' is no number from " + least + " to " + most);
        }
        return number;
    }

    private record Origin(String podUid, String nodeName, long epoch, long generation) {}

    /** Ends reading at the first thing that is wrong. */
    private static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        private final String annotation;
        private final String problem;

        Unreadable(String annotation, String problem) {
            super(annotation + " " + problem, null, false, false);
            this.annotation = annotation;
            this.problem = problem;
        }
    }
}
