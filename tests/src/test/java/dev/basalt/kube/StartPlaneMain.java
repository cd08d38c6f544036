package dev.basalt.kube;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Starts a control plane in the folder it is given, pauses its API server if told so, says "up", and waits to be
 * killed.
 */
final class StartPlaneMain {
    private StartPlaneMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (ControlPlane plane = ControlPlane.start(Path.of(arguments[0]), ControlPlaneOptions.plain())) {
            if (List.of(arguments).contains("paused")) {
                plane.pauseApiServer();
            }
            System.out.println("up " + plane.supervisorPid());
            new CountDownLatch(1).await();
        }
    }
}
