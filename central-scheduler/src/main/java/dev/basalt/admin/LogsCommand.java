package dev.basalt.admin;

import dev.basalt.admin.query.AdminErrors;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Gives the output of one task, or of all tasks of a job at once. */
final class LogsCommand {
    private final PublishedView view;
    private final LogPort logs;
    private final LogsRequest request;
    private final SteadyStream<LogsResponse> stream;

    LogsCommand(PublishedView view, LogPort logs, LogsRequest request, SteadyStream<LogsResponse> stream) {
        this.view = view;
        this.logs = logs;
        this.request = request;
        this.stream = stream;
    }

    private record Target(MemberView member, PlacementRecord placement, String container) {}

    /** Starts to write, one thread for each task; errors of the request itself are thrown. */
    void start() {
        GangView gang = JobLookup.require(view, request.getName());
        List<Target> targets = targets(gang);
        AtomicInteger left = new AtomicInteger(targets.size());
        List<LogPort.Reader> readers = new ArrayList<>();
        for (Target target : targets) {
            readers.add(open(target));
        }
        for (int at = 0; at < targets.size(); at++) {
            Target target = targets.get(at);
            LogPort.Reader reader = readers.get(at);
            Thread.ofVirtual().name("logs-" + target.placement().podUid()).start(() -> copy(target, reader, left));
        }
    }

    private List<Target> targets(GangView gang) {
        List<Target> targets = new ArrayList<>();
        for (MemberView member : gang.members()) {
            if (request.getAllTasks() || isAsked(gang, member)) {
                PlacementRecord placement = member.placement();
                if (placement != null && placement.stage().compareTo(Stage.BOUND) >= 0) {
                    targets.add(new Target(member, placement, container(gang, member)));
                }
            }
        }
        if (targets.isEmpty()) {
            throw AdminErrors.forbiddenNow(
                    "NOT_STARTED",
                    request.getName(),
                    "no such task of " + request.getName()
                            + " has started, so there is no output. Maybe ask explain why"
                            + " it waits, or check role and index.");
        }
        return targets;
    }

    private boolean isAsked(GangView gang, MemberView member) {
        String first = gang.spec().gang().roles().getFirst().name();
        String role = request.getRole().isEmpty() ? first : request.getRole();
        return member.task().role().equals(role) && member.task().index() == request.getIndex();
    }

    private String container(GangView gang, MemberView member) {
        MemberGroup role = gang.spec().gang().role(member.task().role());
        if (!request.getContainer().isEmpty() || role == null || role.template() == null) {
            return request.getContainer();
        }
        return role.template().containers().stream()
                .filter(container -> container.phase() == ContainerSpec.Phase.MAIN)
                .map(ContainerSpec::name)
                .findFirst()
                .orElse("");
    }

    private LogPort.Reader open(Target target) {
        return logs.open(new LogPort.Source(
                        target.placement().nodeName(),
                        target.placement().podUid(),
                        target.container(),
                        request.getOffsetBytes(),
                        request.getTailLineCount(),
                        request.getFollow()))
                .orElseThrow(() -> gone(target));
    }

    private void copy(Target target, LogPort.Reader reader, AtomicInteger left) {
        @Nullable StatusRuntimeException error = null;
        try (reader) {
            LogPort.Piece piece;
            do {
                piece = reader.next();
                if (piece.broken()) {
                    error = gone(target);
                }
            } while (error == null && send(target, piece) && !piece.end());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (error != null) {
            stream.fail(error);
        } else if (left.decrementAndGet() == 0) {
            stream.complete();
        }
    }

    private boolean send(Target target, LogPort.Piece piece) throws InterruptedException {
        if (piece.content().isEmpty()) {
            return !stream.isOver();
        }
        return stream.send(LogsResponse.newBuilder()
                .setOffsetBytes(piece.offsetBytes())
                .setContent(piece.content())
                .setRole(target.member().task().role())
                .setIndex(target.member().task().index())
                .setContainer(target.container())
                .build());
    }

    private static StatusRuntimeException gone(Target target) {
        return AdminErrors.unavailable(
                "EXECUTOR_GONE",
                "the agent of node " + target.placement().nodeName()
                        + " is not connected. Maybe ask again from the last offset once it is back.");
    }
}
