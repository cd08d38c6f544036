package dev.basalt.simulate.scenario;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.simulate.section.Mistakes;
import dev.basalt.simulate.section.Resources;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** YAML text to a {@link Scenario}. All mistakes are reported together; an unknown key is one. */
public final class ScenarioReader {
    private static final int NAME_LENGTH_MAX = 200;

    private ScenarioReader() {}

    /** Reads one scenario. Throws with every mistake when it is not sound. */
    public static Scenario read(String yaml) throws ScenarioException {
        Mistakes mistakes = new Mistakes();
        Section top = Section.of(parse(yaml, mistakes), "", mistakes);
        throwIfAny(mistakes);
        List<Machine> nodes = new ArrayList<>();
        top.sections("nodes").forEach(section -> nodes.addAll(MachineReader.read(section)));
        requireUniqueNames(nodes, mistakes);
        SortedMap<String, Integer> priorityClasses = priorityClasses(top);
        TimelineReader timeline = new TimelineReader(mistakes, nodes);
        timeline.read(top.sections("timeline"));
        List<Expectation> expectations = new ArrayList<>(timeline.expectations());
        if (top.has("expect")) {
            expectations.addAll(ExpectationReader.read(top.section("expect"), -1));
        }
        Scenario scenario = new Scenario(
                name(top),
                top.text("source", ""),
                policy(top),
                nodes,
                domains(top),
                queues(top),
                priorityClasses,
                timeline.actions(),
                expectations,
                top.durationMillis("until", 0));
        top.text("description", "");
        top.end();
        if (expectations.isEmpty()) {
            mistakes.add("expect", "is missing: a scenario that expects nothing cannot fail. Maybe add 'expect: ...'");
        }
        NameCheck.check(scenario, mistakes);
        throwIfAny(mistakes);
        return scenario;
    }

    private static Object parse(String yaml, Mistakes mistakes) throws ScenarioException {
        YAMLMapper mapper = YAMLMapper.builder(YAMLFactory.builder()
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                .build();
        try {
            Object value = yaml.isBlank() ? null : mapper.readValue(yaml, Object.class);
            if (value != null) {
                return value;
            }
            mistakes.add("", "is empty. Maybe start with 'name: ...', 'nodes:' and 'timeline:'");
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            mistakes.add("", "is not YAML: " + e.getOriginalMessage() + " at line " + line);
        }
        throwIfAny(mistakes);
        throw new IllegalStateException("a scenario without a value has no mistake");
    }

    private static String name(Section top) {
        String name = top.requiredText("name");
        if (name.length() > NAME_LENGTH_MAX) {
            top.mistakes()
                    .add("name", "is " + name.length() + " characters long. Maybe keep it under " + NAME_LENGTH_MAX);
        }
        return name;
    }

    private static Policy policy(Section top) {
        if (!top.has("policy")) {
            return Policy.DEFAULT;
        }
        Section section = top.section("policy");
        Policy policy = new Policy(
                Math.max(1, section.durationMillis("nodeSilentAfter", Policy.DEFAULT.nodeSilentMillis())),
                Math.max(1, section.durationMillis("acceptWithin", Policy.DEFAULT.acceptMillis())),
                Math.max(1, section.durationMillis("completeGangWithin", Policy.DEFAULT.completeGangMillis())),
                section.flag("packGangs", Policy.DEFAULT.gangFill()),
                section.flag("packShares", Policy.DEFAULT.sharePack()));
        section.end();
        return policy;
    }

    private static SortedMap<String, Integer> priorityClasses(Section top) {
        SortedMap<String, Integer> classes = new TreeMap<>();
        if (top.has("priorityClasses")) {
            Section section = top.section("priorityClasses");
            section.keys().forEach(key -> classes.put(key, section.count(key, 0, -2_000_000_000, 2_000_001_000)));
        }
        return classes;
    }

    private static List<Domain> domains(Section top) {
        List<Domain> domains = new ArrayList<>();
        for (Section section : top.sections("domains")) {
            domains.add(new Domain(
                    section.text("tree", "network"),
                    section.requiredText("level"),
                    section.count("tier", 1, 0, 100),
                    section.requiredText("name"),
                    section.text("parent", ""),
                    section.list("nodes")));
            section.end();
        }
        return domains;
    }

    private static List<Queue> queues(Section top) {
        List<Queue> queues = new ArrayList<>();
        top.sections("queues").forEach(section -> queues.add(queue(section)));
        return queues;
    }

    /** Reads one queue; also used by the timeline. */
    static Queue queue(Section section) {
        String name = section.requiredText("name");
        Queue queue = new Queue(
                name.isEmpty() ? "unnamed" : name,
                section.text("parent", Queue.ROOT),
                section.count("weight", 1, 1, 65_535),
                section.count("priority", 0, 0, Integer.MAX_VALUE),
                capability(section),
                quota(section, "deserved"),
                quota(section, "guarantee"),
                section.flag("reclaimable", true),
                section.flag("open", true));
        section.end();
        return queue;
    }

    /** A limit that is written as 0 is one. */
    private static Capability capability(Section section) {
        if (!section.has("capability")) {
            return Capability.UNLIMITED;
        }
        Section limits = section.section("capability");
        ResourceVector amounts = quota(section, "capability");
        Capability capability = new Capability(amounts.amounts());
        for (String name : List.of(ResourceVector.CPU, ResourceVector.MEMORY, ResourceVector.PODS)) {
            capability = limits.has(name) ? capability.with(name, amounts.amount(name)) : capability;
        }
        if (limits.has("gpus")) {
            capability = capability.with(ResourceVector.GPU_MILLI, amounts.amount(ResourceVector.GPU_MILLI));
        }
        if (limits.has("extended")) {
            for (String name : limits.section("extended").keys()) {
                capability = capability.with(name, amounts.amount(name));
            }
        }
        return capability;
    }

    private static ResourceVector quota(Section section, String key) {
        if (!section.has(key)) {
            return ResourceVector.ZERO;
        }
        Section amounts = section.section(key);
        ResourceVector quota = Resources.named(amounts);
        if (amounts.has("gpus")) {
            quota = quota.with(ResourceVector.GPU_MILLI, amounts.milli("gpus", 0));
        }
        amounts.end();
        return quota;
    }

    private static void requireUniqueNames(List<Machine> nodes, Mistakes mistakes) {
        TreeSet<String> seen = new TreeSet<>();
        for (Machine node : nodes) {
            if (!seen.add(node.name())) {
                mistakes.add("nodes", "name '" + node.name() + "' is used twice. Maybe give each group its own name");
            }
        }
    }

    private static void throwIfAny(Mistakes mistakes) throws ScenarioException {
        if (!mistakes.sentences().isEmpty()) {
            throw new ScenarioException(mistakes.sentences());
        }
    }
}
