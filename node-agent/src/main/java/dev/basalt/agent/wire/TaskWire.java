package dev.basalt.agent.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.basalt.agent.disk.SafeName;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.run.ContainerStatus;
import dev.basalt.agent.run.RunCodec;
import dev.basalt.agent.run.RunOrder;
import dev.basalt.agent.run.TaskEvent;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.Forgotten;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.RunRefused;
import dev.basalt.proto.executor.v1.Started;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.executor.v1.TaskLost;
import dev.basalt.proto.executor.v1.TaskState;
import dev.basalt.proto.types.v1.ContainerPhase;
import dev.basalt.proto.types.v1.EnvironmentVariable;

/** Orders to run and what became of them, as they travel and are stored. */
public final class TaskWire implements RunCodec {
    @Override
    public byte[] encode(RunOrder order) {
        RunOrder.Member member = order.member();
        var built = Run.newBuilder()
                .setTask(key(order.task()))
                .setNamespace(member.namespace())
                .setPodName(member.podName())
                .setGangUid(member.gangUid())
                .setGangName(member.gangName())
                .setRole(member.role())
                .setIndex(member.index())
                .setRank(member.rank())
                .setWorldSize(member.worldSize())
                .addAllCommand(order.command())
                .setWorkingDir(order.workFolder())
                .setDeclaredRunTimeMillis(order.declaredRunTimeMillis())
                .setGraceMillis(order.graceMillis())
                .setEpoch(order.revision().epoch())
                .setGeneration(order.revision().generation())
                .setPhase(phase(order.phase()));
        order.environment()
                .forEach(variable -> built.addEnvironment(EnvironmentVariable.newBuilder()
                        .setName(variable.name())
                        .setValue(variable.value())));
        for (LimitGrant grant : order.grants()) {
            built.addGrants(GrantWire.held(HeldGrant.recovered(grant, HeldGrant.Stage.COMMITTED, false, 0)));
        }
        return built.build().toByteArray();
    }

    @Override
    public RunOrder decode(byte[] stored) throws InvalidProtocolBufferException {
        return order(Run.parseFrom(stored));
    }

    /**
     * An order as it arrived.
     *
     * @throws IllegalArgumentException when a field makes no sense, naming it and its value
     */
    public static RunOrder order(Run run) {
        SafeName.require("task.pod_uid", run.getTask().getPodUid());
        SafeName.require("task.container", run.getTask().getContainer());
        return new RunOrder(
                key(run.getTask()),
                new RunOrder.Member(
                        run.getNamespace(),
                        run.getPodName(),
                        run.getGangUid(),
                        run.getGangName(),
                        run.getRole(),
                        run.getIndex(),
                        run.getRank(),
                        run.getWorldSize()),
                run.getCommandList(),
                run.getEnvironmentList().stream()
                        .map(variable -> new RunOrder.Variable(variable.getName(), variable.getValue()))
                        .toList(),
                run.getWorkingDir(),
                run.getGrantsList().stream()
                        .map(grant -> GrantWire.grant(grant, 0))
                        .toList(),
                run.getDeclaredRunTimeMillis(),
                run.getGraceMillis(),
                new Revision(run.getEpoch(), run.getGeneration()),
                GrantWire.phase(run.getPhase()));
    }

    /** A report of what became of an order. */
    public static ExecutorReport report(TaskEvent event) {
        var built = ExecutorReport.newBuilder();
        switch (event) {
            case TaskEvent.Started started -> built.setStarted(started(started));
            case TaskEvent.Exited over -> built.setExited(exited(over.order(), over.end()));
            case TaskEvent.Refused refused -> built.setRunRefused(refused(refused));
            case TaskEvent.Forgotten gone ->
                built.setForgotten(Forgotten.newBuilder().setTask(key(gone.task())));
        }
        return built.build();
    }

    /** A task as it is listed when the executor attaches. */
    public static TaskState state(RunOrder order, ContainerStatus status) {
        var built = TaskState.newBuilder()
                .setTask(key(order.task()))
                .setGangUid(order.member().gangUid())
                .setEpoch(order.revision().epoch())
                .setGeneration(order.revision().generation());
        switch (status) {
            case ContainerStatus.NotStarted ignored -> {}
            case ContainerStatus.Running running ->
                built.setStartedUnixMillis(running.start().startedUnixMillis());
            case ContainerStatus.Ending ending ->
                built.setStartedUnixMillis(ending.start().startedUnixMillis());
            case ContainerStatus.Ended ended ->
                built.setStartedUnixMillis(ended.startedUnixMillis()).setExited(exited(order, ended));
            case ContainerStatus.Lost lost -> built.setExited(exited(order, lost));
        }
        return built.build();
    }

    private static Started started(TaskEvent.Started started) {
        RunOrder order = started.order();
        return Started.newBuilder()
                .setTask(key(order.task()))
                .setPid((int) started.start().child().pid())
                .setStartedUnixMillis(started.start().startedUnixMillis())
                .setEpoch(order.revision().epoch())
                .setGeneration(order.revision().generation())
                .addAllWarnings(started.warnings())
                .build();
    }

    private static Exited exited(RunOrder order, ContainerStatus end) {
        var built = Exited.newBuilder()
                .setTask(key(order.task()))
                .setEpoch(order.revision().epoch())
                .setGeneration(order.revision().generation());
        switch (end) {
            case ContainerStatus.Ended ended -> {
                built.setStartedUnixMillis(ended.startedUnixMillis())
                        .setEndedUnixMillis(ended.finishedUnixMillis())
                        .setStopAsked(ended.stopped());
                if (ended.signal() > 0) {
                    built.setSignal(ended.signal());
                } else {
                    built.setExitCode(ended.code());
                }
            }
            case ContainerStatus.Lost lost ->
                built.setLost(TaskLost.newBuilder().setReason(ReasonWire.of(new TaskWasLost(lost.reason()), false)));
            case ContainerStatus.NotStarted ignored -> throw notOver(order, end);
            case ContainerStatus.Running ignored -> throw notOver(order, end);
            case ContainerStatus.Ending ignored -> throw notOver(order, end);
        }
        return built.build();
    }

    private static IllegalStateException notOver(RunOrder order, ContainerStatus end) {
        return new IllegalStateException("Only what is over can be reported as ended: " + order.task() + " " + end);
    }

    private static RunRefused refused(TaskEvent.Refused refused) {
        RunOrder order = refused.order();
        return RunRefused.newBuilder()
                .setTask(key(order.task()))
                .setReason(ReasonWire.of((Record) refused.reason(), false))
                .setMessage(refused.reason().text())
                .setEpoch(order.revision().epoch())
                .setGeneration(order.revision().generation())
                .build();
    }

    private record TaskWasLost(String what) {}

    /** Which task. */
    public static ContainerKey key(TaskKey key) {
        return new ContainerKey(key.getPodUid(), key.getContainer());
    }

    /** Which task, as it travels. */
    public static TaskKey key(ContainerKey key) {
        return TaskKey.newBuilder()
                .setPodUid(key.podUid())
                .setContainer(key.container())
                .build();
    }

    private static ContainerPhase phase(Phase phase) {
        return switch (phase) {
            case INIT -> ContainerPhase.CONTAINER_PHASE_INIT;
            case RESTARTABLE_INIT -> ContainerPhase.CONTAINER_PHASE_RESTARTABLE_INIT;
            case MAIN -> ContainerPhase.CONTAINER_PHASE_MAIN;
        };
    }
}
