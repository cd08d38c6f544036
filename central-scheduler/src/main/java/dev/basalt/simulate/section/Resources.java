package dev.basalt.simulate.section;

import dev.basalt.core.model.ResourceVector;

/** CPU, memory, pods and extended resources of one mapping. */
public final class Resources {
    private Resources() {}

    /** Reads {@code cpu}, {@code memory}, {@code pods} and {@code extended: {name: count}}; GPUs are read elsewhere. */
    public static ResourceVector named(Section section) {
        ResourceVector amounts = ResourceVector.ZERO
                .with(ResourceVector.CPU, section.milli("cpu", 0))
                .with(ResourceVector.MEMORY, section.memoryBytes("memory", 0))
                .with(ResourceVector.PODS, section.count("pods", 0, 0, 1_000_000));
        if (section.has("extended")) {
            Section extended = section.section("extended");
            for (String name : extended.keys()) {
                amounts = amounts.with(name, extended.count(name, 0, 0, Integer.MAX_VALUE));
            }
        }
        return amounts;
    }
}
