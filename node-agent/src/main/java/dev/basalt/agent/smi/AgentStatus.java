package dev.basalt.agent.smi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the agent of this node wrote into {@code status.json} of its state folder. A field that a version of the agent
 * does not write reads as empty or 0.
 *
 * @param node name of the node
 * @param writtenUnixMillis when it was written, by the agent's clock
 * @param link how the agent is linked to its scheduler
 * @param devices how the agent judges each device
 * @param grants limits it holds
 * @param tasks tasks it runs
 * @param uses what is seen to be used
 */
record AgentStatus(
        String node,
        long writtenUnixMillis,
        Link link,
        List<Health> devices,
        List<Grant> grants,
        List<Task> tasks,
        List<Use> uses) {

    static final String FILE = "status.json";

    /** The link to the scheduler. */
    record Link(String state, String scheduler, long epoch) {}

    /** The agent's verdict on one device. */
    record Health(String deviceUuid, String state, String reason) {
        boolean isGood() {
            return state.isEmpty() || state.equals("HEALTHY");
        }
    }

    /** Which container of which pod. */
    record Holder(String podUid, String container) {}

    /** What one container may use of one device. */
    record Grant(
            Holder holder,
            String deviceUuid,
            String job,
            String task,
            String queue,
            long memoryMib,
            int corePermille,
            String state) {}

    /** A task and how it does. */
    record Task(Holder holder, String state) {}

    /** What a container, or nobody that the agent knows, uses of one device. */
    record Use(Holder holder, String deviceUuid, OptionalLong memoryMib, OptionalLong smPermille) {}

    /** Empty when no agent ever wrote there. */
    static Optional<AgentStatus> read(Path stateFolder) throws IOException {
        Path file = stateFolder.resolve(FILE);
        try {
            return Optional.of(of(new JsonMapper().readTree(Files.readString(file))));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JacksonException broken) {
            throw new IOException(file + " is no JSON: " + broken.getOriginalMessage(), broken);
        }
    }

    private static AgentStatus of(JsonNode root) {
        JsonNode link = root.path("link");
        return new AgentStatus(
                text(root, "node"),
                root.path("writtenUnixMillis").asLong(0),
                new Link(
                        text(link, "state"),
                        text(link, "scheduler"),
                        link.path("epoch").asLong(0)),
                each(
                        root.path("devices"),
                        row -> new Health(text(row, "uuid"), text(row, "health"), text(row, "reason"))),
                each(root.path("grants"), AgentStatus::grant),
                each(root.path("tasks"), row -> new Task(holder(row), text(row, "state"))),
                each(root.path("uses"), AgentStatus::use));
    }

    private static Grant grant(JsonNode row) {
        String namespace = text(row, "namespace");
        String gang = text(row, "gangName");
        return new Grant(
                holder(row),
                text(row, "deviceUuid"),
                namespace.isEmpty() ? gang : namespace + "/" + gang,
                text(row, "podName"),
                text(row, "queue"),
                row.path("memoryMib").asLong(0),
                row.path("corePermille").asInt(0),
                text(row, "state"));
    }

    private static Use use(JsonNode row) {
        return new Use(holder(row), text(row, "deviceUuid"), number(row, "memoryMib"), number(row, "smPermille"));
    }

    private static Holder holder(JsonNode row) {
        return new Holder(text(row, "podUid"), text(row, "container"));
    }

    private static String text(JsonNode row, String field) {
        return row.path(field).asString("");
    }

    private static OptionalLong number(JsonNode row, String field) {
        return row.path(field).isNumber() ? OptionalLong.of(row.path(field).asLong()) : OptionalLong.empty();
    }

    private static <T> List<T> each(JsonNode rows, Function<JsonNode, T> read) {
        var all = new ArrayList<T>();
        for (JsonNode row : rows) {
            all.add(read.apply(row));
        }
        return List.copyOf(all);
    }

    /** How the task that holds a grant does; the grant's own state where no task is known. */
    String stateOf(Grant grant) {
        return tasks.stream()
                .filter(task -> task.holder.equals(grant.holder))
                .map(Task::state)
                .findFirst()
                .orElse(grant.state);
    }

    /** What the holder of a grant is seen to use of that device. */
    Optional<Use> useOf(Grant grant) {
        return uses.stream()
                .filter(use -> use.holder.equals(grant.holder) && use.deviceUuid.equals(grant.deviceUuid))
                .findFirst();
    }

    /** What processes of nobody use. */
    List<Use> unmanaged() {
        return uses.stream().filter(use -> use.holder.podUid.isEmpty()).toList();
    }
}
