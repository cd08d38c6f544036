package dev.basalt.agent;

import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.link.NodeLink;
import dev.basalt.agent.run.ContainerStatus;
import dev.basalt.agent.run.TaskBook;
import dev.basalt.agent.sample.Attribution;
import dev.basalt.agent.sample.GpuHost;
import dev.basalt.agent.sample.GpuState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code status.json} of the state folder: what this node does, for people and {@code basalt-smi}; anybody may read it.
 * Written about once a second, by rename, so that a reader sees a whole one.
 */
final class StatusFile {
    private static final Logger LOG = LoggerFactory.getLogger(StatusFile.class);

    private final Path file;
    private final JsonMapper mapper = new JsonMapper();
    private boolean failed;

    StatusFile(Path stateFolder) {
        this.file = stateFolder.resolve("status.json");
    }

    /** All parts of the agent that the file tells of. */
    record Parts(
            String node,
            NodeIdentity identity,
            GpuHost host,
            LimitKeeper limits,
            TaskBook tasks,
            NodeLink link,
            NodeView view) {}

    void write(Parts parts) {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.write(temporary, mapper.writeValueAsBytes(status(parts)));
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            failed = false;
        } catch (IOException unwritable) {
            if (!failed) {
                LOG.warn("cannot write {}: {}", file, unwritable.toString());
            }
            failed = true;
        }
    }

    private static Map<String, Object> status(Parts parts) {
        var status = new LinkedHashMap<String, Object>();
        status.put("format", 1);
        status.put("node", parts.node());
        status.put("agentPid", ProcessHandle.current().pid());
        status.put("agentInstance", parts.identity().agentInstance());
        status.put("writtenUnixMillis", System.currentTimeMillis());
        status.put("link", link(parts.link()));
        status.put("driver", driver(parts.host()));
        status.put("devices", devices(parts.host().states()));
        status.put("grants", grants(parts.limits()));
        status.put("tasks", tasks(parts.tasks()));
        status.put("uses", uses(parts.view().uses()));
        return status;
    }

    private static Map<String, Object> link(NodeLink link) {
        return row("state", link.state(), "scheduler", link.target(), "epoch", link.epoch(), "problem", link.problem());
    }

    private static Map<String, Object> driver(GpuHost host) {
        return row(
                "version",
                host.driver().map(driver -> driver.driverVersion()).orElse(""),
                "cuda",
                host.driver().map(driver -> driver.cudaText()).orElse(""),
                "problem",
                host.problem());
    }

    private static List<Map<String, Object>> devices(List<GpuState> gpus) {
        var rows = new ArrayList<Map<String, Object>>();
        for (GpuState gpu : gpus) {
            rows.add(row(
                    "uuid",
                    gpu.uuid(),
                    "health",
                    gpu.health().state(),
                    "reason",
                    gpu.health().reason().map(Object::toString).orElse("")));
        }
        return rows;
    }

    private static List<Map<String, Object>> grants(LimitKeeper limits) {
        var rows = new ArrayList<Map<String, Object>>();
        for (HeldGrant held : limits.book().held().values()) {
            LimitGrant grant = held.grant();
            var row = row(
                    "podUid", grant.key().podUid(),
                    "container", grant.key().container(),
                    "deviceUuid", grant.key().deviceUuid(),
                    "deviceSlot", grant.owner().deviceSlot());
            row.putAll(row(
                    "namespace", grant.owner().namespace(),
                    "podName", grant.owner().podName(),
                    "gangName", grant.owner().gangName(),
                    "queue", grant.owner().queue()));
            row.putAll(row(
                    "memoryMib", grant.memoryMib(),
                    "corePermille", grant.corePermille(),
                    "exclusive", grant.exclusive(),
                    "state", held.stage()));
            row.putAll(row(
                    "rung", grant.rung().map(Enum::name).orElse(""),
                    "releasing", held.releasing(),
                    "epoch", grant.revision().epoch(),
                    "generation", grant.revision().generation()));
            row.put("violations", limits.violations(grant.key()));
            rows.add(row);
        }
        return rows;
    }

    private static List<Map<String, Object>> tasks(TaskBook tasks) {
        var rows = new ArrayList<Map<String, Object>>();
        tasks.views().forEach((key, view) -> {
            var member = view.order().member();
            var row = row("podUid", key.podUid(), "container", key.container(), "namespace", member.namespace());
            row.putAll(row("podName", member.podName(), "gangName", member.gangName(), "role", member.role()));
            row.putAll(row("index", member.index(), "rank", member.rank(), "worldSize", member.worldSize()));
            row.putAll(fate(view.status()));
            rows.add(row);
        });
        return rows;
    }

    private static Map<String, Object> fate(ContainerStatus status) {
        return switch (status) {
            case ContainerStatus.NotStarted ignored -> row("state", "WAITING");
            case ContainerStatus.Running running ->
                row(
                        "state",
                        "RUNNING",
                        "pid",
                        running.start().child().pid(),
                        "startedUnixMillis",
                        running.start().startedUnixMillis());
            case ContainerStatus.Ending ending ->
                row(
                        "state",
                        "ENDING",
                        "pid",
                        ending.start().child().pid(),
                        "startedUnixMillis",
                        ending.start().startedUnixMillis());
            case ContainerStatus.Ended ended ->
                row(
                        "state", "EXITED",
                        "exitCode", ended.code(),
                        "signal", ended.signal(),
                        "finishedUnixMillis", ended.finishedUnixMillis());
            case ContainerStatus.Lost lost -> row("state", "LOST", "reason", lost.reason());
        };
    }

    private static List<Map<String, Object>> uses(List<Attribution.Use> uses) {
        var rows = new ArrayList<Map<String, Object>>();
        for (Attribution.Use use : uses) {
            var row = row(
                    "podUid", use.container().map(key -> key.podUid()).orElse(""),
                    "container", use.container().map(key -> key.container()).orElse(""),
                    "deviceUuid", use.deviceUuid(),
                    "pids", use.pids());
            use.memoryMib().ifPresent(mib -> row.put("memoryMib", mib));
            use.smPermille().ifPresent(permille -> row.put("smPermille", permille));
            rows.add(row);
        }
        return rows;
    }

    /** A row of names and values in turn, in that order. */
    private static Map<String, Object> row(Object... namesAndValues) {
        var row = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return row;
    }
}
