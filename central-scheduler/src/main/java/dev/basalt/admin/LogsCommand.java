package dev.basalt.admin;

import dev.basalt.admin.query.AdminErrors;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Gives the output of one task, or of all tasks of a job at once. */
final class LogsCommand {
    /** An agent reads 64 at once, the caller's memory and ours bound the rest. */
    private static final int MOST_AT_ONCE = 32;

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
        requireThatItExists(gang);
        List<Target> targets = targets(gang);
        if (request.getFollow() && targets.size() > MOST_AT_ONCE) {
            throw AdminErrors.badField(
                    "follow",
                    "true",
                    "asks for " + targets.size() + " tasks, " + MOST_AT_ONCE
                            + " can be followed at once. Maybe name a role and an index, or do not follow.");
        }
        Semaphore turns = new Semaphore(MOST_AT_ONCE);
        AtomicInteger left = new AtomicInteger(targets.size());
        for (Target target : targets) {
            Thread.ofVirtual().name("logs-" + target.placement().podUid()).start(() -> copyInTurn(target, turns, left));
        }
    }

    private List<Target> targets(GangView gang) {
        List<Target> targets = new ArrayList<>();
        for (MemberView member : gang.members()) {
            if (isAsked(gang, member)) {
                PlacementRecord placement = member.placement();
                if (placement != null && placement.stage().compareTo(Stage.BOUND) >= 0) {
                    targets.add(new Target(member, placement, container(gang, member)));
                }
            }
        }
        if (targets.isEmpty()) {
            String subject = request.getAllTasks() ? "no task of " : "task " + taskName(gang) + " of ";
            throw AdminErrors.forbiddenNow(
                    "NOT_STARTED",
                    request.getName(),
                    subject + request.getName() + (request.getAllTasks() ? " has started" : " has not started")
                            + ", so there is no output. Maybe ask explain why it waits.");
        }
        return targets;
    }

    /** A task or container that the job does not have is not one that has not started. */
    private void requireThatItExists(GangView gang) {
        Gang spec = gang.spec().gang();
        MemberGroup role = spec.role(role(gang));
        boolean isWanted = role != null && request.getIndex() >= 0 && request.getIndex() < role.desired();
        boolean hasTask = isWanted || gang.members().stream().anyMatch(member -> isAsked(gang, member));
        if (!request.getAllTasks() && !hasTask) {
            throw AdminErrors.notFound(
                    "task " + taskName(gang) + " of " + request.getName(),
                    "Maybe one of its tasks is meant: " + String.join(", ", tasks(spec)) + '.');
        }
        boolean hasContainer =
                request.getAllTasks() ? spec.roles().stream().anyMatch(this::runsContainer) : runsContainer(role);
        if (!hasContainer) {
            throw AdminErrors.notFound(
                    "container " + request.getContainer() + " of " + request.getName(),
                    "Maybe leave it out to read the first one.");
        }
    }

    private static List<String> tasks(Gang gang) {
        List<String> names = new ArrayList<>();
        for (MemberGroup role : gang.roles()) {
            String first = role.name() + "-0";
            names.add(role.desired() < 2 ? first : first + " to " + role.name() + "-" + (role.desired() - 1));
        }
        return names;
    }

    /** Whether members of a role have the container that is asked for; all have the first. */
    private boolean runsContainer(@Nullable MemberGroup role) {
        if (request.getContainer().isEmpty()) {
            return true;
        }
        return role != null
                && role.template() != null
                && role.template().containers().stream()
                        .anyMatch(container -> container.name().equals(request.getContainer()));
    }

    private String taskName(GangView gang) {
        return role(gang) + "-" + request.getIndex();
    }

    private String role(GangView gang) {
        String first = gang.spec().gang().roles().getFirst().name();
        return request.getRole().isEmpty() ? first : request.getRole();
    }

    private boolean isAsked(GangView gang, MemberView member) {
        boolean named = member.task().role().equals(role(gang)) && member.task().index() == request.getIndex();
        return (named || request.getAllTasks())
                && runsContainer(gang.spec().gang().role(member.task().role()));
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

    private void copyInTurn(Target target, Semaphore turns, AtomicInteger left) {
        try {
            turns.acquire();
            try {
                copy(target);
            } finally {
                turns.release();
            }
            if (left.decrementAndGet() == 0) {
                stream.complete();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (StatusRuntimeException failed) {
            stream.fail(failed);
        }
    }

    /** Until all is copied or nobody reads any more, also while the task says nothing. */
    private void copy(Target target) throws InterruptedException {
        if (stream.isOver()) {
            return;
        }
        try (LogPort.Reader reader = open(target)) {
            stream.onOver(reader::close);
            LogPort.Piece piece;
            do {
                piece = reader.next();
                if (!piece.problem().isEmpty()) {
                    throw AdminErrors.unavailable(
                            "OUTPUT_ENDS_EARLY",
                            "task " + target.member().task().role() + "-"
                                    + target.member().task().index() + " on node "
                                    + target.placement().nodeName() + ": " + piece.problem() + ".");
                }
            } while (send(target, piece) && !piece.end());
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
