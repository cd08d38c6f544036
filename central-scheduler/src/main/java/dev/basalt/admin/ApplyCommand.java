package dev.basalt.admin;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.PriorityClassView;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.core.model.Gang;
import dev.basalt.manifest.ManifestReader;
import dev.basalt.manifest.ManifestResult;
import dev.basalt.manifest.ReadOptions;
import dev.basalt.manifest.Translated;
import dev.basalt.manifest.pod.Road;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads manifests and compares what they describe with what there is. Tells nobody; that is up to the caller. */
final class ApplyCommand {
    private final PublishedView view;
    private final AdminWrites writes;
    private final ApplyRequest request;
    private final List<Event> events = new ArrayList<>();
    private final TreeSet<String> groups = new TreeSet<>();

    ApplyCommand(PublishedView view, AdminWrites writes, ApplyRequest request) {
        this.view = view;
        this.writes = writes;
        this.request = request;
    }

    /** What the core has to know. */
    List<Event> events() {
        return List.copyOf(events);
    }

    ApplyResponse response() {
        List<ManifestResult> results = new ManifestReader(
                        new ReadOptions(Road.STANDALONE, defaultNamespace(), this::uid))
                .read(request.getManifests().toByteArray(), known());
        for (ManifestResult result : results) {
            if (result.object() instanceof Translated.GangObject gang) {
                groups.add(gang.gang().namespace() + "/" + gang.gang().name());
            }
        }
        var response = ApplyResponse.newBuilder();
        results.forEach(result -> response.addResults(apply(result)));
        return response.build();
    }

    private String defaultNamespace() {
        return request.getDefaultNamespace().isEmpty() ? "default" : request.getDefaultNamespace();
    }

    private ReadOptions.Known known() {
        TreeSet<String> queues = new TreeSet<>();
        view.queues().forEach(queue -> queues.add(queue.name()));
        TreeSet<String> classes = new TreeSet<>();
        view.priorityClasses().forEach(each -> classes.add(each.name()));
        return new ReadOptions.Known(queues, classes);
    }

    /** An object that is there keeps its UID; a new one of the same name is not the old one. */
    private String uid(String kind, String namespace, String name) {
        GangView known = JobLookup.find(view, namespace, name);
        if (known != null && known.spec().gang().kind().equals(kind)) {
            return known.uid();
        }
        return UUID.randomUUID().toString();
    }

    private ApplyResult apply(ManifestResult result) {
        var built = ApplyResult.newBuilder()
                .setDocumentIndex(result.document() - 1)
                .setApiVersion(result.apiVersion())
                .setKind(result.kind())
                .setNamespace(result.namespace())
                .setObjectName(result.name());
        result.errors().forEach(finding -> built.addErrors(message(finding)));
        result.warnings().forEach(finding -> built.addWarnings(message(finding)));
        switch (result.object()) {
            case null -> built.setOutcome(ApplyOutcome.APPLY_OUTCOME_REJECTED);
            case Translated.GangObject gang -> gang(gang.gang(), built);
            case Translated.QueueObject queue -> queue(queue, built);
            case Translated.PriorityClassObject each -> priorityClass(each, built);
            case Translated.PodObject pod -> pod(pod, built);
            // Tutorials carry groups that nothing belongs to; the warning says so.
            case Translated.PodGroupObject group -> built.setOutcome(ApplyOutcome.APPLY_OUTCOME_IGNORED);
            case Translated.Noted noted -> built.setOutcome(ApplyOutcome.APPLY_OUTCOME_IGNORED);
        }
        return built.build();
    }

    private void gang(Gang gang, ApplyResult.Builder built) {
        GangView known = JobLookup.find(view, gang.namespace(), gang.name());
        built.setResourceName(ResourceNames.job(gang.namespace(), gang.name()));
        if (known == null) {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_CREATED);
        } else if (known.spec().deleting()) {
            reject(built, "a job of this name is being deleted", "Maybe try again when it is gone.");
            return;
        } else if (!known.spec().gang().kind().equals(gang.kind())) {
            reject(
                    built,
                    "a " + known.spec().gang().kind() + " of this name is there",
                    "Maybe choose another name, or delete that one first.");
            return;
        } else if (known.spec().gang().equals(gang)) {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_UNCHANGED);
            return;
        } else {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_CHANGED);
        }
        events.add(new Event.GangApplied(AdminWrites.SOURCE, gang, writes.nextVersion()));
    }

    private void queue(Translated.QueueObject object, ApplyResult.Builder built) {
        built.setResourceName(ResourceNames.queue(object.queue().name()));
        QueueView known = view.queue(object.queue().name());
        if (known != null && known.queue().equals(object.queue())) {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_UNCHANGED);
            return;
        }
        built.setOutcome(outcome(known));
        events.add(new Event.QueueApplied(AdminWrites.SOURCE, object.queue(), writes.nextVersion()));
    }

    private void priorityClass(Translated.PriorityClassObject object, ApplyResult.Builder built) {
        PriorityClassView known = null;
        for (PriorityClassView each : view.priorityClasses()) {
            known = each.name().equals(object.name()) ? each : known;
        }
        if (known != null && known.value() == object.value()) {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_UNCHANGED);
            return;
        }
        built.setOutcome(outcome(known));
        events.add(new Event.PriorityClassApplied(
                AdminWrites.SOURCE, object.name(), object.value(), writes.nextVersion()));
    }

    private void pod(Translated.PodObject pod, ApplyResult.Builder built) {
        if (groups.contains(pod.namespace() + "/" + pod.group())) {
            built.setOutcome(ApplyOutcome.APPLY_OUTCOME_CREATED)
                    .setResourceName(ResourceNames.job(pod.namespace(), pod.group()));
        } else {
            reject(
                    built,
                    "its pod group '" + pod.group() + "' is not in the same text",
                    "Maybe apply the group and all of its pods together, in one file.");
        }
    }

    private static ApplyOutcome outcome(@Nullable Object known) {
        return known == null ? ApplyOutcome.APPLY_OUTCOME_CREATED : ApplyOutcome.APPLY_OUTCOME_CHANGED;
    }

    private static void reject(ApplyResult.Builder built, String message, String hint) {
        built.setOutcome(ApplyOutcome.APPLY_OUTCOME_REJECTED)
                .addErrors(Finding.newBuilder().setMessage(message).setHint(hint));
    }

    private static Finding message(dev.basalt.manifest.text.Finding finding) {
        return Finding.newBuilder()
                .setField(finding.field())
                .setValue(finding.value())
                .setMessage(finding.message())
                .setHint(finding.hint())
                .setLineNumber(finding.line())
                .build();
    }
}
