package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.agent.config.AgentConfig.Reading;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** {@code basalt agent}: reads the config, builds the agent, runs it until it is told to stop. */
public final class AgentMain {
    private AgentMain() {}

    /** Exit codes: 0 stopped, 1 could not start, 2 wrong settings. */
    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.print(AgentConfig.USAGE);
            return;
        }
        System.exit(
                switch (AgentConfig.read(List.of(arguments))) {
                    case Reading.Ready(AgentConfig config) -> run(config);
                    case Reading.Wrong(List<String> mistakes) -> {
                        mistakes.forEach(mistake -> System.err.println("basalt agent: " + mistake));
                        yield 2;
                    }
                });
    }

    private static int run(AgentConfig config) {
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        try (var agent = new Agent(config)) {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
                stop.countDown();
                await(stopped);
            }));
            agent.start();
            await(stop);
            return 0;
        } catch (IOException | IllegalArgumentException failed) {
            System.err.println("basalt agent: " + failed.getMessage());
            return 1;
        } finally {
            stopped.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
