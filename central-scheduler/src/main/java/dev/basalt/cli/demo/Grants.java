package dev.basalt.cli.demo;

import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.Grant;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Questions about who has which GPUs, by what the scheduler says. */
final class Grants {
    private static final int CORE_PERMILLE = 1000;

    private Grants() {}

    static Stream<Grant> of(Job job) {
        return job.getTasksList().stream().map(Task::getGrantsList).flatMap(Collection::stream);
    }

    /** Distinct GPUs of a job. */
    static SortedSet<String> devices(Job job) {
        SortedSet<String> devices = new TreeSet<>();
        of(job).forEach(grant -> devices.add(grant.getKey().getDeviceUuid()));
        return devices;
    }

    /** Grants as the agents keep them: pod, GPU, memory, cores, exclusive. */
    static SortedSet<String> facts(List<Job> jobs) {
        SortedSet<String> facts = new TreeSet<>();
        jobs.forEach(job -> of(job).forEach(grant -> facts.add(AgentLimits.fact(
                grant.getKey().getPodUid(),
                grant.getKey().getDeviceUuid(),
                grant.getMemoryMib(),
                grant.getCorePermille(),
                grant.getExclusive()))));
        return facts;
    }

    /** GPUs that are granted more than once over; empty when all is well. */
    static SortedSet<String> overbooked(List<Gpu> gpus) {
        SortedSet<String> overbooked = new TreeSet<>();
        for (Gpu gpu : gpus) {
            long memoryMib = 0;
            int corePermille = 0;
            boolean exclusive = false;
            for (Grant grant : gpu.getGrantsList()) {
                memoryMib += grant.getMemoryMib();
                corePermille += grant.getCorePermille();
                exclusive |= grant.getExclusive();
            }
            long grantableMib =
                    gpu.getDevice().getMemoryTotalMib() - gpu.getDevice().getMemoryReservedMib();
            if (memoryMib > grantableMib || corePermille > CORE_PERMILLE || (exclusive && gpu.getGrantsCount() > 1)) {
                overbooked.add(gpu.getName());
            }
        }
        return overbooked;
    }

    /** GPUs on which there is any grant. */
    static long granted(List<Gpu> gpus) {
        return gpus.stream().filter(gpu -> gpu.getGrantsCount() > 0).count();
    }
}
