package dev.basalt.wire;

import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.proto.types.v1.ContainerPhase;
import dev.basalt.proto.types.v1.EnvironmentVariable;
import dev.basalt.proto.types.v1.HostPort;
import dev.basalt.proto.types.v1.NodeAffinity;
import dev.basalt.proto.types.v1.NodeSelectorRequirement;
import dev.basalt.proto.types.v1.NodeSelectorTerm;
import dev.basalt.proto.types.v1.SelectorOperator;
import dev.basalt.proto.types.v1.Toleration;
import dev.basalt.proto.types.v1.TolerationOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the pods of a group look like. */
public final class PodWire {
    /** The one field of a node that affinity may name. */
    private static final String NODE_NAME_FIELD = "metadata.name";

    private PodWire() {}

    public static dev.basalt.proto.types.v1.PodTemplate message(PodTemplate template) {
        var built = dev.basalt.proto.types.v1.PodTemplate.newBuilder()
                .putAllNodeSelector(template.nodeSelector())
                .setTerminationGraceMillis(template.graceMillis());
        template.containers().forEach(container -> built.addContainers(message(container)));
        if (!template.nodeTerms().isEmpty()) {
            var affinity = NodeAffinity.newBuilder();
            template.nodeTerms().forEach(term -> affinity.addRequired(message(term)));
            built.setNodeAffinity(affinity);
        }
        template.tolerations()
                .forEach(toleration -> built.addTolerations(Toleration.newBuilder()
                        .setKey(toleration.key())
                        .setValue(toleration.value())
                        .setOperator(
                                toleration.anyValue()
                                        ? TolerationOperator.TOLERATION_OPERATOR_EXISTS
                                        : TolerationOperator.TOLERATION_OPERATOR_EQUAL)
                        .setEffect(NodeWire.effect(toleration.effect()))));
        for (String port : template.hostPorts()) {
            int slash = port.indexOf('/');
            built.addHostPorts(HostPort.newBuilder()
                    .setProtocol(port.substring(0, slash))
                    .setPort(Integer.parseInt(port.substring(slash + 1))));
        }
        NeighbourWire.put(template, built);
        return built.build();
    }

    /**
     * The value that the message stands for.
     *
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static PodTemplate value(dev.basalt.proto.types.v1.PodTemplate message) {
        return new PodTemplate(
                message.getContainersList().stream().map(PodWire::value).toList(),
                new TreeMap<>(message.getNodeSelectorMap()),
                message.getNodeAffinity().getRequiredList().stream()
                        .map(PodWire::value)
                        .toList(),
                message.getTolerationsList().stream()
                        .map(toleration -> new PodTemplate.Toleration(
                                toleration.getKey(),
                                toleration.getValue(),
                                toleration.getOperator() == TolerationOperator.TOLERATION_OPERATOR_EXISTS,
                                NodeWire.effect(toleration.getEffect())))
                        .toList(),
                message.getHostPortsList().stream()
                        .map(port -> port.getProtocol() + "/" + port.getPort())
                        .toList(),
                message.hasTerminationGraceMillis()
                        ? message.getTerminationGraceMillis()
                        : PodTemplate.DEFAULT_GRACE_MILLIS,
                Labels.of(message.getLabelsMap()),
                NeighbourWire.value(message));
    }

    public static dev.basalt.proto.types.v1.ContainerSpec message(ContainerSpec container) {
        var built = dev.basalt.proto.types.v1.ContainerSpec.newBuilder()
                .setName(container.name())
                .setPhase(phase(container.phase()))
                .setRequests(ResourceWire.message(container.requests()))
                .setImage(container.launch().image())
                .addAllCommand(container.launch().command())
                .addAllEnvironment(environment(container.launch()))
                .setWorkingDir(container.launch().workingDirectory());
        container.devices().forEach(request -> built.addDeviceRequests(RequestWire.message(request)));
        return built.build();
    }

    /** The variables, sorted by name. */
    public static List<EnvironmentVariable> environment(ContainerSpec.Launch launch) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        launch.environment()
                .forEach((name, value) -> variables.add(EnvironmentVariable.newBuilder()
                        .setName(name)
                        .setValue(value)
                        .build()));
        return variables;
    }

    public static ContainerPhase phase(ContainerSpec.Phase phase) {
        return switch (phase) {
            case INIT -> ContainerPhase.CONTAINER_PHASE_INIT;
            case RESTARTABLE_INIT -> ContainerPhase.CONTAINER_PHASE_RESTARTABLE_INIT;
            case MAIN -> ContainerPhase.CONTAINER_PHASE_MAIN;
        };
    }

    private static ContainerSpec value(dev.basalt.proto.types.v1.ContainerSpec message) {
        TreeMap<String, String> environment = new TreeMap<>();
        message.getEnvironmentList().forEach(variable -> environment.put(variable.getName(), variable.getValue()));
        return new ContainerSpec(
                message.getName(),
                switch (message.getPhase()) {
                    case CONTAINER_PHASE_INIT -> ContainerSpec.Phase.INIT;
                    case CONTAINER_PHASE_RESTARTABLE_INIT -> ContainerSpec.Phase.RESTARTABLE_INIT;
                    case CONTAINER_PHASE_MAIN, CONTAINER_PHASE_UNSPECIFIED, UNRECOGNIZED -> ContainerSpec.Phase.MAIN;
                },
                ResourceWire.value(message.getRequests()),
                message.getDeviceRequestsList().stream().map(RequestWire::value).toList(),
                new ContainerSpec.Launch(
                        message.getImage(), message.getCommandList(), environment, message.getWorkingDir()));
    }

    private static NodeSelectorTerm message(NodeTerm term) {
        var built = NodeSelectorTerm.newBuilder();
        for (NodeTerm.Requirement requirement : term.requirements()) {
            var condition = message(requirement);
            if (requirement.key().equals(NODE_NAME_FIELD)) {
                built.addMatchFields(condition);
            } else {
                built.addMatchLabels(condition);
            }
        }
        return built.build();
    }

    static NodeSelectorRequirement message(NodeTerm.Requirement requirement) {
        return NodeSelectorRequirement.newBuilder()
                .setKey(requirement.key())
                .setOperator(operator(requirement.operator()))
                .addAllValues(requirement.values())
                .build();
    }

    private static NodeTerm value(NodeSelectorTerm message) {
        List<NodeTerm.Requirement> requirements = new ArrayList<>();
        message.getMatchLabelsList().forEach(condition -> requirements.add(value(condition)));
        message.getMatchFieldsList().forEach(condition -> requirements.add(value(condition)));
        return new NodeTerm(requirements);
    }

    static NodeTerm.Requirement value(NodeSelectorRequirement condition) {
        return new NodeTerm.Requirement(
                condition.getKey(),
                switch (condition.getOperator()) {
                    case SELECTOR_OPERATOR_IN -> NodeTerm.Operator.IN;
                    case SELECTOR_OPERATOR_NOT_IN -> NodeTerm.Operator.NOT_IN;
                    case SELECTOR_OPERATOR_EXISTS -> NodeTerm.Operator.EXISTS;
                    case SELECTOR_OPERATOR_DOES_NOT_EXIST -> NodeTerm.Operator.DOES_NOT_EXIST;
                    case SELECTOR_OPERATOR_GREATER_THAN -> NodeTerm.Operator.GREATER_THAN;
                    case SELECTOR_OPERATOR_LESS_THAN -> NodeTerm.Operator.LESS_THAN;
                    case SELECTOR_OPERATOR_UNSPECIFIED, UNRECOGNIZED ->
                        throw new IllegalArgumentException(
                                "the operator on label " + condition.getKey() + " is not said");
                },
                condition.getValuesList());
    }

    private static SelectorOperator operator(NodeTerm.Operator operator) {
        return switch (operator) {
            case IN -> SelectorOperator.SELECTOR_OPERATOR_IN;
            case NOT_IN -> SelectorOperator.SELECTOR_OPERATOR_NOT_IN;
            case EXISTS -> SelectorOperator.SELECTOR_OPERATOR_EXISTS;
            case DOES_NOT_EXIST -> SelectorOperator.SELECTOR_OPERATOR_DOES_NOT_EXIST;
            case GREATER_THAN -> SelectorOperator.SELECTOR_OPERATOR_GREATER_THAN;
            case LESS_THAN -> SelectorOperator.SELECTOR_OPERATOR_LESS_THAN;
        };
    }
}
