package dev.basalt.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.kubernetes.Directory.Group;
import dev.basalt.kubernetes.Directory.Pod;
import org.junit.jupiter.api.Test;

final class DirectoryTest {
    private final Directory directory = new Directory();

    @Test
    void answersWhatTheWatchesWrote() {
        var pod = new Pod("team-a", "train-0", "uid-0", "Job", "train");
        var group = new Group("gang-1", "team-a", "train", true);

        directory.put(pod);
        directory.put(group);
        directory.join("gang-1", "uid-1");
        directory.join("gang-1", "uid-0");
        directory.putNode("node-1", "node-uid");
        directory.putQueue("research");

        assertThat(directory.pod("uid-0")).isEqualTo(pod);
        assertThat(pod.hasController()).isTrue();
        assertThat(directory.group("gang-1")).isEqualTo(group);
        assertThat(directory.members("gang-1")).containsExactly("uid-0", "uid-1");
        assertThat(directory.nodeUid("node-1")).isEqualTo("node-uid");
        assertThat(directory.queueNames()).containsExactly("research");
    }

    @Test
    void forgetsWhatIsGone() {
        directory.put(new Pod("team-a", "train-0", "uid-0", "", ""));
        directory.put(new Group("gang-1", "team-a", "train", false));
        directory.join("gang-1", "uid-0");
        directory.putNode("node-1", "node-uid");

        directory.removePod("uid-0");
        directory.leave("gang-1", "uid-0");
        directory.removeGroup("gang-1");
        directory.removeNode("node-1");

        assertThat(directory.pod("uid-0")).isNull();
        assertThat(directory.group("gang-1")).isNull();
        assertThat(directory.members("gang-1")).isEmpty();
        assertThat(directory.nodeUid("node-1")).isNull();
    }
}
