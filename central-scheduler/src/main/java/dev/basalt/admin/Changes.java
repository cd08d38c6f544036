package dev.basalt.admin;

import com.google.protobuf.Empty;
import dev.basalt.admin.query.AdminErrors;
import dev.basalt.admin.query.ResourceNames;
import dev.basalt.admin.show.PriorityClassMessages;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Queue;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeletePriorityClassRequest;
import dev.basalt.proto.admin.v1.DeleteQueueRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers the methods that change something. With {@code validate_only} nothing is told and no request id is used up.
 */
final class Changes {
    private static final long MOST_GRACE_MILLIS = 366L * 24 * 3600 * 1000; // as in manifests

    private final AdminEndpoint.Parts parts;
    private final Idempotency idempotency;

    Changes(AdminEndpoint.Parts parts) {
        this.parts = parts;
        this.idempotency = new Idempotency(parts.answers());
    }

    ApplyResponse apply(ApplyRequest request) {
        if (request.getValidateOnly()) {
            return new ApplyCommand(view(), parts.writes(), request).response();
        }
        return parts.writes()
                .alone(() -> idempotency.once("Apply", request.getRequestId(), request, ApplyResponse.parser(), () -> {
                    ApplyCommand command = new ApplyCommand(view(), parts.writes(), request);
                    ApplyResponse response = command.response();
                    parts.writes().tell(command.events());
                    return response;
                }));
    }

    Empty deleteJob(DeleteJobRequest request) {
        if (request.hasGraceMillis()
                && (request.getGraceMillis() < 0 || request.getGraceMillis() > MOST_GRACE_MILLIS)) {
            throw AdminErrors.badField(
                    "grace_millis",
                    Long.toString(request.getGraceMillis()),
                    "is not between 0 and " + MOST_GRACE_MILLIS
                            + ". Maybe leave it out: the job's own grace counts then.");
        }
        return parts.writes()
                .alone(() -> idempotency.once(
                        "DeleteJob",
                        request.getValidateOnly() ? "" : request.getRequestId(),
                        request,
                        Empty.parser(),
                        () -> delete(request)));
    }

    private Empty delete(DeleteJobRequest request) {
        List<String> path = ResourceNames.parts("name", request.getName(), "namespaces/*/jobs/*");
        GangView gang = JobLookup.find(view(), path.get(0), path.get(1));
        if (gang == null && request.getAllowMissing()) {
            return Empty.getDefaultInstance();
        }
        GangView known = JobLookup.require(view(), request.getName());
        if (request.hasGraceMillis() && known.spec().deleting()) {
            throw AdminErrors.forbiddenNow(
                    "BEING_DELETED",
                    request.getName(),
                    request.getName() + " is being deleted, and its grace runs already. Maybe wait until it is over.");
        }
        if (!request.getValidateOnly()) {
            List<Event> events = new ArrayList<>();
            if (request.hasGraceMillis()) {
                Gang hurried = known.spec().gang().withGrace(request.getGraceMillis());
                events.add(new Event.GangApplied(AdminWrites.SOURCE, hurried, nextVersion()));
            }
            events.add(new Event.GangDeleted(AdminWrites.SOURCE, known.uid(), nextVersion()));
            parts.writes().tell(events);
        }
        return Empty.getDefaultInstance();
    }

    Empty deleteQueue(DeleteQueueRequest request) {
        return parts.writes()
                .alone(() -> idempotency.once(
                        "DeleteQueue",
                        request.getValidateOnly() ? "" : request.getRequestId(),
                        request,
                        Empty.parser(),
                        () -> delete(request)));
    }

    private Empty delete(DeleteQueueRequest request) {
        String name = ResourceNames.parts("name", request.getName(), "queues/*").getFirst();
        QueueView queue = view().queue(name);
        if (queue == null) {
            if (request.getAllowMissing()) {
                return Empty.getDefaultInstance();
            }
            throw AdminErrors.notFound(request.getName(), "Maybe list the queues.");
        }
        if (name.equals(Queue.DEFAULT) || name.equals(Queue.ROOT)) {
            throw AdminErrors.forbiddenNow(
                    "QUEUE_IS_BUILT_IN", request.getName(), "queue '" + name + "' always exists. Maybe close it.");
        }
        boolean isParent = view().queues().stream()
                .anyMatch(child -> child.queue().parent().equals(name));
        if (queue.waiting() + queue.started() > 0 || isParent) {
            throw AdminErrors.forbiddenNow(
                    "QUEUE_IN_USE",
                    request.getName(),
                    "queue '" + name + "' has " + queue.waiting() + " waiting and " + queue.started()
                            + " started jobs" + (isParent ? " and is the parent of others" : "")
                            + ". Maybe delete or move them first.");
        }
        if (!request.getValidateOnly()) {
            tell(new Event.QueueDeleted(AdminWrites.SOURCE, name, nextVersion()));
        }
        return Empty.getDefaultInstance();
    }

    Empty deletePriorityClass(DeletePriorityClassRequest request) {
        return parts.writes()
                .alone(() -> idempotency.once(
                        "DeletePriorityClass",
                        request.getValidateOnly() ? "" : request.getRequestId(),
                        request,
                        Empty.parser(),
                        () -> delete(request)));
    }

    private Empty delete(DeletePriorityClassRequest request) {
        String name = ResourceNames.parts("name", request.getName(), "priorityClasses/*")
                .getFirst();
        boolean isThere =
                view().priorityClasses().stream().anyMatch(each -> each.name().equals(name));
        if (!isThere && !request.getAllowMissing()) {
            throw AdminErrors.notFound(request.getName(), "Maybe list the priority classes.");
        }
        int users = PriorityClassMessages.gangCount(view(), name);
        if (isThere && users > 0) {
            throw AdminErrors.forbiddenNow(
                    "PRIORITY_CLASS_IN_USE",
                    request.getName(),
                    "priority class '" + name + "' is named by " + users
                            + (users == 1 ? " job" : " jobs") + ", whose priority would fall to 0."
                            + " Maybe delete them first, or apply the class with another value.");
        }
        if (isThere && !request.getValidateOnly()) {
            tell(new Event.PriorityClassDeleted(AdminWrites.SOURCE, name, nextVersion()));
        }
        return Empty.getDefaultInstance();
    }

    private void tell(Event event) {
        parts.writes().tell(List.of(event));
    }

    private long nextVersion() {
        return parts.writes().nextVersion();
    }

    private PublishedView view() {
        return parts.board().view();
    }
}
