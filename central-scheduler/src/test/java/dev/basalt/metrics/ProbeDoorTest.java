package dev.basalt.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProbeDoorTest {
    private ProbeDoor door;

    @BeforeEach
    void open() throws IOException {
        door = new ProbeDoor(
                "127.0.0.1",
                0,
                new ProbeDoor.Answers(
                        () -> "metrics\n",
                        () -> new ProbeDoor.Verdict(true, ""),
                        () -> new ProbeDoor.Verdict(true, "")));
    }

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void answersThoughManyConnectionsAskForNothing() throws IOException {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int client = 0; client < 200; client++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
                socket.getOutputStream().write('G');
                idle.add(socket);
            }

            assertThat(ask("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 OK");
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private String ask(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
