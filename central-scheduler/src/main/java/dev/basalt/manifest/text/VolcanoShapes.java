package dev.basalt.manifest.text;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/**
 * How Volcano's objects look. The records are compared with documents and never made. Source: the CRDs of volcano.sh
 * (batch v1alpha1, scheduling v1beta1).
 */
public final class VolcanoShapes {
    private VolcanoShapes() {}

    public record Job(String apiVersion, String kind, ObjectMeta metadata, JobSpec spec, Object status) {}

    public record JobSpec(
            String schedulerName,
            Integer minAvailable,
            List<Object> volumes,
            List<TaskSpec> tasks,
            List<Policy> policies,
            Map<String, Object> plugins,
            String runningEstimate,
            String queue,
            Integer maxRetry,
            Integer ttlSecondsAfterFinished,
            String priorityClassName,
            Integer minSuccess,
            NetworkTopology networkTopology) {}

    public record TaskSpec(
            String name,
            Integer replicas,
            Integer minAvailable,
            PodTemplateSpec template,
            List<Policy> policies,
            String topologyPolicy,
            Integer maxRetry,
            DependsOn dependsOn,
            PartitionPolicy partitionPolicy) {}

    public record Policy(String event, List<String> events, Integer exitCode, String action, String timeout) {}

    public record DependsOn(List<String> name, String iteration) {}

    public record PartitionPolicy(
            Integer totalPartitions, Integer partitionSize, Integer minPartitions, NetworkTopology networkTopology) {}

    public record NetworkTopology(String mode, Integer highestTierAllowed, String highestTierName) {}

    public record PodGroup(String apiVersion, String kind, ObjectMeta metadata, PodGroupSpec spec, Object status) {}

    public record PodGroupSpec(
            Integer minMember,
            Map<String, Integer> minTaskMember,
            String queue,
            String priorityClassName,
            Map<String, Quantity> minResources,
            NetworkTopology networkTopology,
            List<Object> subGroupPolicy) {}

    public record Queue(String apiVersion, String kind, ObjectMeta metadata, QueueSpec spec, Object status) {}

    public record QueueSpec(
            Integer weight,
            Map<String, Quantity> capability,
            Boolean reclaimable,
            Guarantee guarantee,
            Map<String, Quantity> deserved,
            String parent,
            Integer priority,
            Object affinity,
            String type,
            List<Object> extendClusters,
            String dequeueStrategy) {}

    public record Guarantee(Map<String, Quantity> resource) {}
}
