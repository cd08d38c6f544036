package dev.basalt.manifest.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.Neighbours.Selector;
import dev.basalt.core.model.Neighbours.Spread;
import dev.basalt.core.model.Neighbours.Term;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.manifest.ManifestReader;
import dev.basalt.manifest.ManifestResult;
import dev.basalt.manifest.ReadOptions;
import dev.basalt.manifest.ReadOptions.Known;
import dev.basalt.manifest.Translated.GangObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NeighbourRulesTest {
    private static final Selector WEB = new Selector(List.of(new Requirement("app", Operator.IN, List.of("web"))));

    @Test
    void readsAffinityAntiAffinityAndSpread() {
        PodTemplate template = template("""
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: zone
                        labelSelector: {matchLabels: {app: web}}
                        namespaces: [other, team]
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: kubernetes.io/hostname
                        labelSelector: {matchExpressions: [{key: app, operator: Exists}]}
                        namespaceSelector: {}
                topologySpreadConstraints:
                  - {maxSkew: 2, minDomains: 3, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}, nodeTaintsPolicy: Honor}
                """);

        assertThat(template.labels()).isEqualTo(Labels.of(Map.of("app", "web", "version", "7")));
        assertThat(template.neighbours())
                .isEqualTo(new Neighbours(
                        List.of(new Term("zone", List.of("other", "team"), WEB)),
                        List.of(new Term(
                                "kubernetes.io/hostname",
                                List.of(),
                                new Selector(List.of(new Requirement("app", Operator.EXISTS, List.of()))))),
                        List.of(new Spread("zone", 2, 3, "team", WEB, true, true))));
    }

    @Test
    void looksInThePodsOwnNamespaceAndAddsItsOwnValuesOfMatchLabelKeys() {
        PodTemplate template = template("""
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      - {topologyKey: zone, labelSelector: {matchLabels: {app: web}}, matchLabelKeys: [version, none]}
                """);

        Requirement version = new Requirement("version", Operator.IN, List.of("7"));
        assertThat(template.neighbours().apart())
                .containsExactly(new Term(
                        "zone",
                        List.of("team"),
                        new Selector(List.of(WEB.requirements().getFirst(), version))));
    }

    @Test
    void leavesOutPreferencesWithAWarningForEach() {
        ManifestResult result = read("""
                affinity:
                  podAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                      - {weight: 1, podAffinityTerm: {topologyKey: zone, labelSelector: {}}}
                topologySpreadConstraints:
                  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}
                """);

        assertThat(result.findings())
                .extracting(finding -> finding.field())
                .containsExactlyInAnyOrder(
                        "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution",
                        "spec.topologySpreadConstraints[0]");
        assertThat(template(result).neighbours()).isEqualTo(Neighbours.NONE);
    }

    @Test
    void refusesWhatItWouldReadWrongly() {
        ManifestResult result = read("""
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      - {topologyKey: zone}
                      - {labelSelector: {}}
                      - {topologyKey: zone, labelSelector: {}, namespaceSelector: {matchLabels: {team: a}}}
                      - {topologyKey: zone, labelSelector: {matchLabels: {apps.kubernetes.io/pod-index: "3"}}}
                topologySpreadConstraints:
                  - {maxSkew: 0, topologyKey: zone, labelSelector: {}}
                  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Perhaps, labelSelector: {}}
                """);

        assertThat(result.object()).isNull();
        assertThat(result.findings())
                .extracting(finding -> finding.field())
                .containsExactlyInAnyOrder(
                        term(0) + ".labelSelector",
                        term(1) + ".topologyKey",
                        term(2) + ".namespaceSelector",
                        term(3) + ".labelSelector",
                        "spec.topologySpreadConstraints[0].maxSkew",
                        "spec.topologySpreadConstraints[1].whenUnsatisfiable");
    }

    private static String term(int index) {
        return "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[" + index + "]";
    }

    private static PodTemplate template(String rules) {
        ManifestResult result = read(rules);
        assertThat(result.findings()).isEmpty();
        return template(result);
    }

    private static PodTemplate template(ManifestResult result) {
        GangObject object = (GangObject) Objects.requireNonNull(result.object());
        return Objects.requireNonNull(object.gang().roles().getFirst().template());
    }

    private static ManifestResult read(String rules) {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: p
                  namespace: team
                  labels: {app: web, version: "7", apps.kubernetes.io/pod-index: "3"}
                spec:
                  containers: [{name: main, command: [a]}]
                """;
        return new ManifestReader(ReadOptions.STANDALONE)
                .read(pod + rules.indent(2), Known.NOTHING)
                .getFirst();
    }
}
