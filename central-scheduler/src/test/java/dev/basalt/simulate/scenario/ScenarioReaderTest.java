package dev.basalt.simulate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.ResourceVector;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {
    private static final String END = "\nexpect: {running: {j: 1}}\n";

    @Test
    void reportsAllMistakesTogether() {
        List<String> mistakes = mistakes("""
                name: x
                nodes:
                  - {name: n, gpu: {count: 1}}
                  - {name: n, cpu: many}
                timeline:
                  - {at: 5s, submit: {job: j, pods: -1, memory: 12}}
                  - {at: soon, finish: k}
                """ + END);

        assertThat(mistakes)
                .containsExactly(
                        "nodes[0].gpu: is not a known key. Maybe 'gpus'",
                        "nodes[1].cpu: must be a number of at least 0, is 'many'. Maybe write 4, 0.5 or 500m",
                        "nodes: name 'n' is used twice. Maybe give each group its own name",
                        "timeline[0].submit.pods: must be a whole number from 0 to 100000, is '-1'",
                        "timeline[0].submit.memory: must be an amount of memory, is '12'. Maybe write 512MiB, 80GiB or 40GB",
                        "timeline[1].at: must be a duration, is 'soon'. Maybe write 250ms, 30s, 5m or 1h30m",
                        "timeline[1].finish: no job 'k' is submitted. Known: j");
    }

    @Test
    void refusesAScenarioThatExpectsNothing() {
        assertThat(mistakes("name: x\nnodes: [{name: n}]\ntimeline: [{at: 0s, submit: {job: j}}]"))
                .containsExactly(
                        "expect: is missing: a scenario that expects nothing cannot fail. Maybe add 'expect: ...'");
    }

    @Test
    void refusesAJobWithoutAName() {
        assertThat(mistakes("name: x\nnodes: [{name: n}]\ntimeline: [{at: 0s, submit: {pods: 1}}]\n" + END))
                .contains("timeline[0].submit.job: is missing. Maybe add 'job: ...'");
    }

    @Test
    void refusesWordsAndNamesThatCouldNeverHold() {
        List<String> mistakes = mistakes("""
                name: x
                nodes: [{name: n, gpus: {count: 1}}]
                queues: [{name: team}]
                timeline:
                  - {at: 0s, submit: {job: j}, gpuHealth: {node: n, health: sick}}
                  - {at: 1s, removeForeignPod: p, deleteQueue: tea}
                expect:
                  phase: {j: NONSENSE}
                  planning: opened
                  queueUsed: {tea: {gpu: 1}}
                  running: {j: 2..99999999999999999999999}
                """);

        assertThat(mistakes)
                .containsExactlyInAnyOrder(
                        "timeline[0].gpuHealth.health: must be one of healthy, unhealthy, lost, is 'sick'",
                        "timeline[1].removeForeignPod: no foreign pod 'p' exists. Known: none",
                        "timeline[1].deleteQueue: no queue 'tea' exists. Known: default, root, team",
                        "expect.phase.j: must be one of PENDING, STARTING, RUNNING, DEGRADED, COMPLETED, FAILED, GONE,"
                                + " is 'NONSENSE'",
                        "expect.planning: must be one of open, closed, is 'opened'. Maybe 'open'",
                        "expect.queueUsed.tea.gpu: is no resource. Maybe 'gpus'",
                        "expect.queueUsed.tea.gpu: no queue 'tea' exists. Known: default, root, team",
                        "expect.running.j: is '2..99999999999999999999999'. Maybe write 3, 2..4, '<=5' or '>=1'");
    }

    @Test
    void readsACapabilityOfZeroAsNoneAtAll() throws Exception {
        Scenario scenario = read("nodes: [{name: n}]\nqueues: [{name: q, capability: {gpus: 0, cpu: 2}}]");

        assertThat(scenario.queues().getFirst().capability())
                .isEqualTo(Capability.of(ResourceVector.GPU_MILLI, 0).with(ResourceVector.CPU, 2_000));
    }

    @Test
    void readsAPhaseInAnyCase() throws Exception {
        Scenario scenario = ScenarioReader.read(
                "name: x\nnodes: [{name: n}]\ntimeline: [{at: 0s, submit: {job: j}}]\nexpect: {phase: {j: running}}");

        assertThat(scenario.expectations().getFirst().claim()).isEqualTo(new Expectation.Phase("j", "RUNNING"));
    }

    @Test
    void refusesTextThatIsNoYaml() {
        assertThat(mistakes("name: [")).singleElement().asString().startsWith("scenario: is not YAML: ");
        assertThat(mistakes("")).singleElement().asString().startsWith("scenario: is empty.");
        assertThat(mistakes("just words")).singleElement().asString().contains("must be a mapping");
        assertThat(mistakes("name: a\nname: b")).singleElement().asString().contains("uplicate");
    }

    @Test
    void numbersAlikeNodesSoThatTheySortAsTheyCount() throws Exception {
        Scenario scenario = read("nodes: [{name: n, count: 12}]");

        assertThat(scenario.nodes().getFirst().name()).isEqualTo("n-01");
        assertThat(scenario.nodes().getLast().name()).isEqualTo("n-12");
    }

    @Test
    void readsAProfileWithItsLinks() throws Exception {
        Machine machine = read("nodes: [{name: n, profile: dgx1-v100}]").nodes().getFirst();

        assertThat(machine.devices()).hasSize(8);
        assertThat(machine.links().kind(0, 3)).isEqualTo(LinkMatrix.Kind.NVLINK);
        assertThat(machine.links().laneCount(0, 3)).isEqualTo(2);
        assertThat(machine.links().laneCount(0, 1)).isEqualTo(1);
        assertThat(machine.links().kind(0, 5)).isEqualTo(LinkMatrix.Kind.SYS);
    }

    @Test
    void readsShares() throws Exception {
        Scenario scenario = ScenarioReader.read("""
                name: x
                nodes: [{name: n}]
                timeline: [{at: 0s, submit: {job: j, cpu: 500m, gpuShare: {count: 2, memory: 4544MiB, cores: 50}}}]
                """ + END);

        Action.Submit submit = (Action.Submit) scenario.timeline().getFirst().action();
        var template = submit.workload().gang().roles().getFirst().template();
        assertThat(template).isNotNull();
        assertThat(template.containers().getFirst().requests()).isEqualTo(ResourceVector.of("cpu", 500));
        assertThat(template.containers().getFirst().devices())
                .containsExactly(DeviceRequest.share(2, new DeviceRequest.MemoryAsk.Mib(4544), 500));
    }

    private static Scenario read(String nodes) throws ScenarioException {
        return ScenarioReader.read("name: x\n" + nodes + "\ntimeline: [{at: 0s, submit: {job: j}}]" + END);
    }

    private static List<String> mistakes(String yaml) {
        ScenarioException refused = catchThrowableOfType(ScenarioException.class, () -> ScenarioReader.read(yaml));
        return refused.mistakes();
    }
}
