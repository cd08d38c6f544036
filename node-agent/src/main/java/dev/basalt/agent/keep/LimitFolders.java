package dev.basalt.agent.keep;

import dev.basalt.agent.disk.DurableFile;
import dev.basalt.agent.disk.SafeName;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitGrant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * The limits of each container in a folder of its own, {@code POD_UID/CONTAINER/limits}: others may read it, only the
 * agent's user may write. The file has lines {@code name=value}:
 *
 * <pre>
 * format=1
 * pod_uid=...
 * container=...
 * epoch=3
 * generation=17
 * device_count=2
 * device.0.uuid=GPU-...
 * device.0.memory_mib=4096
 * device.0.core_permille=250      (0: no limit)
 * device.0.exclusive=0
 * device.1.uuid=...
 * </pre>
 */
public final class LimitFolders {
    private static final String FOLDER_MODE = "rwxr-xr-x";
    private static final String FILE_MODE = "rw-r--r--";

    private final Path root;

    /** @param root exists or can be created */
    public LimitFolders(Path root) {
        this.root = root;
    }

    /** Where that container's limits are. */
    public Path folder(ContainerKey container) {
        return root.resolve(SafeName.require("pod UID", container.podUid()))
                .resolve(SafeName.require("container name", container.container()));
    }

    /** Writes what the container holds; removes its folder when that is nothing. */
    void write(ContainerKey container, List<HeldGrant> grants) throws IOException {
        if (grants.isEmpty()) {
            remove(container);
            return;
        }
        Path folder = folder(container);
        DurableFile.createFolders(folder, FOLDER_MODE);
        DurableFile.replace(
                folder.resolve("limits"), text(container, grants).getBytes(StandardCharsets.UTF_8), FILE_MODE);
    }

    private void remove(ContainerKey container) throws IOException {
        Path folder = folder(container);
        Files.deleteIfExists(folder.resolve("limits"));
        Files.deleteIfExists(folder);
        try {
            Files.deleteIfExists(root.resolve(container.podUid()));
        } catch (DirectoryNotEmptyException otherContainers) {
            return;
        } catch (NoSuchFileException neverWritten) {
            return;
        }
    }

    private static String text(ContainerKey container, List<HeldGrant> grants) {
        var lines = new StringBuilder();
        var revision = grants.stream().map(held -> held.grant().revision()).max(Comparator.naturalOrder());
        line(lines, "format", 1);
        line(lines, "pod_uid", container.podUid());
        line(lines, "container", container.container());
        line(lines, "epoch", revision.orElseThrow().epoch());
        line(lines, "generation", revision.orElseThrow().generation());
        line(lines, "device_count", grants.size());
        int index = 0;
        for (LimitGrant grant : inOrderOfSlot(grants)) {
            String device = "device." + index++ + ".";
            line(lines, device + "uuid", grant.key().deviceUuid());
            line(lines, device + "memory_mib", grant.memoryMib());
            line(lines, device + "core_permille", grant.corePermille());
            line(lines, device + "exclusive", grant.exclusive() ? 1 : 0);
        }
        return lines.toString();
    }

    /** The order in which CUDA numbers the devices it is shown. */
    private static List<LimitGrant> inOrderOfSlot(List<HeldGrant> grants) {
        return grants.stream()
                .map(HeldGrant::grant)
                .sorted(Comparator.comparingInt(
                                (LimitGrant grant) -> grant.owner().deviceSlot())
                        .thenComparing(LimitGrant::key))
                .toList();
    }

    private static void line(StringBuilder lines, String name, Object value) {
        lines.append(name).append('=').append(value).append('\n');
    }
}
