package dev.basalt.agents.executor;

import dev.basalt.agents.PodIndex;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.Release;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.Stop;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.PodWire;
import dev.basalt.wire.ReasonWire;
import java.util.Optional;

/** Commands to executors. */
final class RunMessages {
    private RunMessages() {}

    static ExecutorCommand run(Effect.Bind bind, ContainerSpec container, Optional<PodIndex.Pod> pod) {
        var run = Run.newBuilder()
                .setTask(key(bind.podUid(), container.name()))
                .setGangUid(bind.gangUid())
                .setRole(bind.task().role())
                .setIndex(bind.task().index())
                .setRank(bind.rank())
                .setWorldSize(bind.worldSize())
                .addAllCommand(container.launch().command())
                .addAllEnvironment(PodWire.environment(container.launch()))
                .setWorkingDir(container.launch().workingDirectory())
                .setDeclaredRunTimeMillis(bind.declaredRunMillis())
                .setGraceMillis(bind.graceMillis())
                .setEpoch(bind.epoch())
                .setGeneration(bind.generation())
                .setPhase(PodWire.phase(container.phase()))
                .setCpuLimitMilli(container.requests().amount(ResourceVector.CPU))
                .setMemoryLimitBytes(container.requests().amount(ResourceVector.MEMORY));
        for (Grant grant : bind.grants()) {
            if (grant.key().container().equals(container.name())) {
                run.addGrants(GrantWire.message(grant).toBuilder().setPhase(PodWire.phase(container.phase())));
            }
        }
        pod.ifPresent(known -> run.setNamespace(known.gang().namespace())
                .setPodName(known.name())
                .setGangName(known.gang().name()));
        return ExecutorCommand.newBuilder().setRun(run).build();
    }

    static ExecutorCommand stop(Effect.Evict evict, String container) {
        return ExecutorCommand.newBuilder()
                .setStop(Stop.newBuilder()
                        .setTask(key(evict.podUid(), container))
                        .setGraceMillis(evict.graceMillis())
                        .setEpoch(evict.epoch())
                        .setReason(ReasonWire.of(evict.cause().name(), evict.detail())))
                .build();
    }

    static ExecutorCommand release(String podUid, String container, long epoch) {
        return ExecutorCommand.newBuilder()
                .setRelease(Release.newBuilder().setTask(key(podUid, container)).setEpoch(epoch))
                .build();
    }

    static TaskKey key(String podUid, String container) {
        return TaskKey.newBuilder().setPodUid(podUid).setContainer(container).build();
    }
}
