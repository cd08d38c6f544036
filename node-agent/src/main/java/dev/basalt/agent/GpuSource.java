package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.foreign.ForeignNvml;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Where the agent's NVML comes from: the driver, a library by its path, or a fake machine in the state folder. */
final class GpuSource {
    private GpuSource() {}

    /** The fake machine that was asked for. Fails with a sentence when there is no such profile. */
    static Optional<FakeDriver> fake(AgentConfig config) {
        Path folder = config.stateDir().resolve("fake");
        return config.fakeProfile().map(profile -> FakeDriver.install(profile, config.node(), folder));
    }

    static Supplier<Nvml> of(AgentConfig config, Optional<FakeDriver> fake) {
        Optional<Path> library = fake.map(FakeDriver::library).or(config::nvmlLibrary);
        return library.isPresent() ? () -> ForeignNvml.load(library.get()) : ForeignNvml::load;
    }
}
