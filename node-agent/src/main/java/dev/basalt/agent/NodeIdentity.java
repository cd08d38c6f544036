package dev.basalt.agent;

import dev.basalt.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * What tells this node, this boot and this agent from others.
 *
 * @param nodeUid what stays for as long as the state folder does
 * @param bootId what changes with each boot
 * @param agentInstance what changes with each start of the agent
 * @param agentVersion version of the agent
 * @param cgroupVersion 1 or 2; 0 is not known
 */
record NodeIdentity(String nodeUid, String bootId, String agentInstance, String agentVersion, int cgroupVersion) {
    /** Several agents may run on one machine, so the machine id alone is no identity: each state folder has its own. */
    static NodeIdentity of(Path stateFolder, String bootId) throws IOException {
        Path file = stateFolder.resolve("node-uid");
        if (!Files.exists(file)) {
            DurableFile.replace(file, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII), "rw-r--r--");
        }
        return new NodeIdentity(
                Files.readString(file).strip(),
                bootId,
                UUID.randomUUID().toString(),
                Optional.ofNullable(NodeIdentity.class.getPackage().getImplementationVersion())
                        .orElse("0.1.0"),
                cgroupVersionHere());
    }

    private static int cgroupVersionHere() {
        if (Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))) {
            return 2;
        }
        return Files.isDirectory(Path.of("/sys/fs/cgroup")) ? 1 : 0;
    }
}
