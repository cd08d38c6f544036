package dev.basalt.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A control plane of one's own, whose servers may be harmed, beside the shared one. */
final class OwnControlPlaneKubeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final ControlPlaneExtension SHARED = ControlPlaneExtension.shared();

    @RegisterExtension
    static final ControlPlaneExtension OWN = ControlPlaneExtension.own(
            ControlPlaneOptions.plain().withScheduler().withoutNodeLifecycle().withoutFsync());

    private final ControlPlane own = OWN.plane();

    @Test
    void runsBesideAnotherAndSharesNothingWithIt() {
        String namespace = own.freshNamespace();
        var pod = Pods.asking(namespace, "here", Map.of("cpu", "1"));
        own.client().resource(pod).create();

        assertThat(own.server()).isNotEqualTo(SHARED.plane().server());
        assertThat(SHARED.plane().client().pods().inAnyNamespace().list().getItems())
                .noneMatch(found -> found.getMetadata().getName().equals("here"));
    }

    @Test
    void remembersEverythingAfterARestartOfTheApiServer() {
        String namespace = own.freshNamespace();
        var pod = own.client()
                .resource(Pods.asking(namespace, "kept", Map.of("cpu", "1")))
                .create();

        own.restartApiServer();

        assertThat(own.client().pods().resource(pod).get()).isEqualTo(pod);
    }

    @Test
    void answersNothingWhileItIsPaused() throws IOException {
        own.pauseApiServer();
        try (var socket = new Socket(own.server().getHost(), own.server().getPort())) {
            assertThat(socket.isConnected()).isTrue();
        } finally {
            own.continueApiServer();
        }

        own.awaitApiServer();
        assertThat(own.client().namespaces().withName("default").get()).isNotNull();
    }

    @Test
    void refusesConnectionsOnceItIsKilledAndComesBackOnItsPort() {
        own.killApiServer();
        await().atMost(PATIENCE).until(() -> {
            try (var socket = new Socket(own.server().getHost(), own.server().getPort())) {
                return !socket.isConnected();
            } catch (ConnectException e) {
                return true;
            }
        });

        own.startApiServer();

        assertThat(own.client().namespaces().withName("default").get()).isNotNull();
    }

    @Test
    void wipesNoFolderInWhichNoControlPlaneRan(@TempDir Path folder) throws IOException {
        Path precious = Files.writeString(folder.resolve("thesis.txt"), "years of work");

        assertThatThrownBy(() -> ControlPlane.start(folder, ControlPlaneOptions.plain()))
                .hasMessageContaining("no control plane ran there");
        assertThat(precious).hasContent("years of work");
    }
}
