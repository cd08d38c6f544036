package dev.basalt.manifest.live;

import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.live.Live.Bad;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pod: what it asks, whose it is, and how it stands.
 *
 * @param owner its controller; {@link Owner#NONE} for a bare pod
 * @param nodeName node it is bound to; empty while it waits
 * @param requests everything it asks at one time, GPU resources by their own names, and one pod
 * @param exitCode exit code of the container that failed, else 0; -1 when a failed pod says none
 * @param ask what it asks of its scheduler; null for a pod of another scheduler
 * @param resident what the rules of other pods see of it
 * @param annotations annotations under {@code basalt.dev/}, {@code volcano.sh/} and {@code scheduling.volcano.sh/}
 */
public record LivePod(
        LiveMeta meta,
        Owner owner,
        String schedulerName,
        Phase phase,
        String nodeName,
        ResourceVector requests,
        int exitCode,
        @Nullable Ask ask,
        Resident resident,
        SortedMap<String, String> annotations) {
    public LivePod {
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
    }

    /** Kubernetes' phases; a pod whose node does not answer counts as running. */
    public enum Phase {
        PENDING,
        RUNNING,
        SUCCEEDED,
        FAILED
    }

    /** The controller that makes a pod again when it is gone. */
    public record Owner(String apiVersion, String kind, String name, String uid) {
        /** Nobody does. */
        public static final Owner NONE = new Owner("", "", "", "");

        public boolean isNone() {
            return uid.isEmpty();
        }
    }

    /**
     * What a pod asks of its scheduler.
     *
     * @param groupName PodGroup it names; empty when it names none
     * @param queueName queue it names; empty when it names none
     * @param minimum minimum of its group it names; 0 when it names none
     * @param role what it is among the pods of its group
     * @param index index in its role; -1 when it says none
     * @param claims names of the volume claims that it mounts, sorted
     * @param template what it runs, without what only a kubelet needs; null when it was refused
     * @param refusal why it is refused; null when it has a template
     */
    public record Ask(
            String groupName,
            String queueName,
            int minimum,
            String role,
            int index,
            String priorityClass,
            int priority,
            long runMillis,
            long checkpointMillis,
            List<String> claims,
            @Nullable PodTemplate template,
            @Nullable Bad<PodTemplate> refusal) {
        public Ask {
            claims = List.copyOf(claims);
        }

        /** The same with another template. */
        public Ask with(PodTemplate newTemplate) {
            return with(newTemplate, null);
        }

        /** The same, refused. */
        public Ask refusedFor(Bad<PodTemplate> why) {
            return with(null, why);
        }

        private Ask with(@Nullable PodTemplate newTemplate, @Nullable Bad<PodTemplate> why) {
            return new Ask(
                    groupName,
                    queueName,
                    minimum,
                    role,
                    index,
                    priorityClass,
                    priority,
                    runMillis,
                    checkpointMillis,
                    claims,
                    newTemplate,
                    why);
        }
    }

    /** The same pod that asks something else. */
    public LivePod with(Ask newAsk) {
        return new LivePod(
                meta, owner, schedulerName, phase, nodeName, requests, exitCode, newAsk, resident, annotations);
    }

    public boolean isBound() {
        return !nodeName.isEmpty();
    }

    /** Whether its containers are over for good. */
    public boolean isOver() {
        return phase == Phase.SUCCEEDED || phase == Phase.FAILED;
    }

    /** Whether it is the same but for the version of its object. */
    public boolean saysTheSameAs(LivePod other) {
        return withVersion(0).equals(other.withVersion(0));
    }

    private LivePod withVersion(long version) {
        LiveMeta unversioned = new LiveMeta(
                meta.uid(), meta.namespace(), meta.name(), version, meta.createdAtSeconds(), meta.terminating());
        return new LivePod(
                unversioned, owner, schedulerName, phase, nodeName, requests, exitCode, ask, resident, annotations);
    }
}
