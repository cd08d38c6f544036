package dev.basalt.agent;

import dev.basalt.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

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
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]{1,128}");

    /** Several agents may run on one machine, so the machine id alone is no identity: each state folder has its own. */
    static NodeIdentity of(Path stateFolder, String bootId) throws IOException {
        Path file = stateFolder.resolve("node-uid");
        if (!Files.exists(file)) {
            DurableFile.replace(file, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII), "rw-r--r--");
        }
        String uid = new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).strip();
        if (!UID.matcher(uid).matches()) {
            throw new IOException(
                    "The node's UID in " + file + " is damaged: it must be 1 to 128 letters, digits and '-'."
                            + " Maybe the disk failed; to start as a new node, end all GPU tasks of this node and"
                            + " remove the file");
        }
        return new NodeIdentity(
                uid,
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
