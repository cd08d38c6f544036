package dev.basalt.agent;

import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.run.TaskEvent;
import dev.basalt.nvml.fake.FakeDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes tasks visible on a fake driver: each shows up as a process that uses most of the memory it was granted. Only
 * there on a fake driver, whose tasks touch no GPU.
 */
final class FakeUse {
    private static final Logger LOG = LoggerFactory.getLogger(FakeUse.class);
    private static final int MEMORY_PERCENT = 80;
    private static final int PERMILLE_PER_PERCENT = 10;
    private static final int WHOLE_BUSY_PERCENT = 90;

    private final FakeDriver driver;

    FakeUse(FakeDriver driver) {
        this.driver = driver;
    }

    void show(List<TaskEvent> events) {
        for (TaskEvent event : events) {
            if (event instanceof TaskEvent.Started started) {
                show(started);
            }
        }
    }

    private void show(TaskEvent.Started started) {
        var lines = new StringBuilder();
        for (LimitGrant grant : started.order().grants()) {
            int busy = grant.corePermille() > 0 ? grant.corePermille() / PERMILLE_PER_PERCENT : WHOLE_BUSY_PERCENT;
            lines.append(grant.key().deviceUuid())
                    .append(' ')
                    .append(grant.memoryMib() * MEMORY_PERCENT / 100)
                    .append(' ')
                    .append(busy)
                    .append('\n');
        }
        Path file = driver.processFolder()
                .resolve(Long.toString(started.start().child().pid()));
        try {
            Files.writeString(file, lines);
        } catch (IOException failed) {
            LOG.warn("cannot show a task on the fake driver: {}", failed.toString());
        }
    }
}
