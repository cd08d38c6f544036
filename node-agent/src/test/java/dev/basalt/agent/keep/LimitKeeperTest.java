package dev.basalt.agent.keep;

import static dev.basalt.agent.limit.Limits.committed;
import static dev.basalt.agent.limit.Limits.endingAfter;
import static dev.basalt.agent.limit.Limits.facts;
import static dev.basalt.agent.limit.Limits.full;
import static dev.basalt.agent.limit.Limits.key;
import static dev.basalt.agent.limit.Limits.revision;
import static dev.basalt.agent.limit.Limits.share;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.HeldGrant.Stage;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitRefusal;
import dev.basalt.agent.wire.GrantReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits on a real disk. */
class LimitKeeperTest {
    @TempDir
    Path root;

    private long nowMillis;

    @Test
    void whatItSaysIsAcceptedIsThereAfterARestart() throws IOException {
        LimitGrant sent = endingAfter(500, share("p1", "a", 4000, revision(3, 1)));
        LimitGrant bound = committed(share("p2", "b", 100, revision(3, 1)));
        LimitKeeper keeper = open();

        keeper.take(full(revision(3, 1), sent, bound), facts());
        nowMillis = 10_000;
        LimitKeeper next = open();

        assertThat(next.book().highestEpoch()).isEqualTo(3);
        assertThat(next.book().revision()).isEqualTo(revision(3, 1));
        assertThat(next.book().held().values())
                .containsExactly(
                        new HeldGrant(sent, Stage.ACCEPTED, 10_500, false),
                        new HeldGrant(bound, Stage.IN_FORCE, HeldGrant.NEVER, false));
    }

    @Test
    void writesAContainersLimitsWhereOthersMayOnlyRead() throws IOException {
        LimitKeeper keeper = open();

        keeper.take(full(revision(1, 2), committed(share("p1", "a", 4000, revision(1, 2)))), facts());

        Path folder = root.resolve("limits/p1/main");
        assertThat(Files.readString(folder.resolve("limits"))).isEqualTo("""
                        format=1
                        pod_uid=p1
                        container=main
                        epoch=1
                        generation=2
                        device_count=1
                        device.0.uuid=a
                        device.0.memory_mib=4000
                        device.0.core_permille=100
                        device.0.exclusive=0
                        """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwxr-xr-x");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("limits"))))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void writesLimitsAgainThatWereLostWithTheirFolder() throws IOException {
        open().take(full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1)))), facts());
        Files.delete(root.resolve("limits/p1/main/limits"));

        open();

        assertThat(root.resolve("limits/p1/main/limits")).exists();
    }

    @Test
    void removesTheLimitsOfAReleasedGrantAndSaysSoUntilItIsHeard() throws IOException {
        LimitKeeper keeper = open();
        keeper.take(full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());
        keeper.drainNews();

        keeper.take(full(revision(1, 2)), facts());

        var ended = new EndedGrant(key("p1", "a"), revision(1, 1), EndedGrant.Why.WITHDRAWN);
        assertThat(keeper.drainNews()).containsExactly(new GrantReport.Ended(ended));
        assertThat(root.resolve("limits/p1")).doesNotExist();
        assertThat(open().everything()).containsExactly(new GrantReport.Ended(ended));
        keeper.heard(List.of(ended));
        assertThat(keeper.everything()).isEmpty();
    }

    @Test
    void acceptsNothingThatItCannotStore() throws IOException {
        LimitKeeper keeper = open();
        Files.createDirectory(root.resolve("limits.book.tmp"));

        keeper.take(full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());

        assertThat(keeper.book().held()).isEmpty();
        assertThat(keeper.drainNews()).singleElement().isInstanceOfSatisfying(GrantReport.Refused.class, refused -> {
            assertThat(refused.key()).isEqualTo(key("p1", "a"));
            assertThat(refused.reason()).isInstanceOf(LimitRefusal.NotStored.class);
        });
    }

    @Test
    void takesBackAsSoonAsItCanWhatItCouldNotStoreWhenItWasTold() throws IOException {
        LimitKeeper keeper = open();
        Files.createDirectory(root.resolve("limits.book.tmp"));
        keeper.take(full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());
        keeper.take(
                new DesiredLimits(revision(1, 2), DesiredLimits.Scope.FULL, 0, List.of(), List.of(key("p1", "a"))),
                facts());
        keeper.drainNews();

        Files.delete(root.resolve("limits.book.tmp"));
        keeper.settle(facts());

        assertThat(keeper.drainNews()).containsExactly(new GrantReport.Gone(key("p1", "a")));
        assertThat(open().book().revision()).isEqualTo(revision(1, 2));
    }

    @Test
    void letsNoContainerStartWhoseLimitsCannotBeWritten() throws IOException {
        LimitKeeper keeper = open();
        Files.writeString(root.resolve("limits"), "a file where a folder should be");

        keeper.take(full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1)))), facts());

        assertThat(keeper.book().held().values()).extracting(HeldGrant::stage).containsExactly(Stage.COMMITTED);
        assertThatThrownBy(() -> keeper.beforeStart(new ContainerKey("p1", "main")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not be written");
    }

    @Test
    void writesWhatItCouldNotAsSoonAsItCan() throws IOException {
        LimitKeeper keeper = open();
        Files.writeString(root.resolve("limits"), "a file where a folder should be");
        keeper.take(full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1)))), facts());

        Files.delete(root.resolve("limits"));
        keeper.settle(facts());

        assertThat(keeper.book().held().values()).extracting(HeldGrant::stage).containsExactly(Stage.IN_FORCE);
    }

    @Test
    void refusesToStartOnADamagedBookAndSaysWhatToDo() throws IOException {
        open().take(full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());
        Path book = root.resolve("limits.book");
        byte[] bytes = Files.readAllBytes(book);
        bytes[bytes.length - 1] ^= 1;
        Files.write(book, bytes);

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(book.toString())
                .hasMessageContaining("damaged")
                .hasMessageContaining("Maybe");
    }

    @Test
    void countsOnceEachTimeThatAContainerGoesOverItsMemory() throws IOException {
        LimitKeeper keeper = open();
        keeper.take(full(revision(1, 1), committed(share("p1", "a", 100, revision(1, 1)))), facts());
        keeper.drainNews();

        List<Boolean> wentOver = List.of(100L, 101L, 150L, 90L, 101L).stream()
                .map(mib -> keeper.observe(key("p1", "a"), mib))
                .toList();

        assertThat(wentOver).isEqualTo(List.of(false, true, false, false, true));
        assertThat(keeper.drainNews())
                .singleElement()
                .isInstanceOfSatisfying(
                        GrantReport.Held.class,
                        held -> assertThat(held.violationCount()).isEqualTo(2));
    }

    @Test
    void remembersTheHighestEpochItEverSaw() throws IOException {
        open().see(7);

        assertThat(open().book().highestEpoch()).isEqualTo(7);
    }

    private LimitKeeper open() throws IOException {
        return new LimitKeeper(new LimitStore(root), new LimitFolders(root.resolve("limits")), () -> nowMillis);
    }
}
