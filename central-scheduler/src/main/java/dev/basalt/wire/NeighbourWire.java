package dev.basalt.wire;

import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.proto.types.v1.NodeSelectorRequirement;
import dev.basalt.proto.types.v1.PodAffinityTerm;
import dev.basalt.proto.types.v1.TopologySpreadConstraint;
import java.util.List;

/** Labels of pods, and rules about neighbours. */
final class NeighbourWire {
    private NeighbourWire() {}

    static void put(PodTemplate template, dev.basalt.proto.types.v1.PodTemplate.Builder built) {
        built.putAllLabels(template.labels().asMap());
        Neighbours rules = template.neighbours();
        rules.near().forEach(term -> built.addPodAffinity(message(term)));
        rules.apart().forEach(term -> built.addPodAntiAffinity(message(term)));
        for (Neighbours.Spread rule : rules.spread()) {
            built.addTopologySpread(TopologySpreadConstraint.newBuilder()
                    .setTopologyKey(rule.topologyKey())
                    .setMaxSkew(rule.maxSkew())
                    .setMinDomains(rule.minDomains())
                    .setNamespace(rule.namespace())
                    .addAllMatchLabels(messages(rule.selector()))
                    .setHonoursNodeAffinity(rule.honoursAffinity())
                    .setHonoursTaints(rule.honoursTaints()));
        }
    }

    static Neighbours value(dev.basalt.proto.types.v1.PodTemplate message) {
        return new Neighbours(
                message.getPodAffinityList().stream().map(NeighbourWire::value).toList(),
                message.getPodAntiAffinityList().stream()
                        .map(NeighbourWire::value)
                        .toList(),
                message.getTopologySpreadList().stream()
                        .map(rule -> new Neighbours.Spread(
                                rule.getTopologyKey(),
                                rule.getMaxSkew(),
                                rule.getMinDomains(),
                                rule.getNamespace(),
                                selector(rule.getMatchLabelsList()),
                                rule.getHonoursNodeAffinity(),
                                rule.getHonoursTaints()))
                        .toList());
    }

    private static PodAffinityTerm message(Neighbours.Term term) {
        return PodAffinityTerm.newBuilder()
                .setTopologyKey(term.topologyKey())
                .addAllNamespaces(term.namespaces())
                .addAllMatchLabels(messages(term.selector()))
                .build();
    }

    private static Neighbours.Term value(PodAffinityTerm message) {
        return new Neighbours.Term(
                message.getTopologyKey(), message.getNamespacesList(), selector(message.getMatchLabelsList()));
    }

    private static List<NodeSelectorRequirement> messages(Neighbours.Selector selector) {
        return selector.requirements().stream().map(PodWire::message).toList();
    }

    private static Neighbours.Selector selector(List<NodeSelectorRequirement> messages) {
        return new Neighbours.Selector(messages.stream().map(PodWire::value).toList());
    }
}
