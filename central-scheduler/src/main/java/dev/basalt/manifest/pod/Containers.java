package dev.basalt.manifest.pod;

import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The containers of one pod, in start order. */
final class Containers {
    private static final String NAME_FORM = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

    private final Road road;
    private final Selector selector;
    private final SortedSet<String> names = new TreeSet<>();
    private final List<ContainerSpec> containers = new ArrayList<>();

    private Containers(Road road, Selector selector) {
        this.road = road;
        this.selector = selector;
    }

    /** Init containers first, then the mains. Empty when there is no valid one. */
    static List<ContainerSpec> read(Field spec, Road road, Selector selector) {
        Containers all = new Containers(road, selector);
        spec.at("initContainers").items().forEach(each -> all.add(each, initPhase(each)));
        spec.at("containers").items().forEach(each -> all.add(each, Phase.MAIN));
        if (spec.at("containers").items().isEmpty()) {
            spec.at("containers").error("is empty", "add at least one container");
        }
        return all.containers;
    }

    private static Phase initPhase(Field container) {
        return container.at("restartPolicy").text("").equals("Always") ? Phase.RESTARTABLE_INIT : Phase.INIT;
    }

    private void add(Field field, Phase phase) {
        Field nameField = field.at("name");
        String name = nameField.text("");
        if (name.isEmpty()) {
            name = "container" + names.size();
            nameField.warn("is missing", name, "give it a name");
        } else if (!name.matches(NAME_FORM)) {
            nameField.error("is no container name", "use up to 63 of a-z, 0-9 and '-'");
            return;
        }
        if (!names.add(name)) {
            nameField.error("is the name of two containers of this pod", "rename one of them");
            return;
        }
        ResourceAsks asks = ResourceAsks.read(field.at("resources"));
        containers.add(new ContainerSpec(
                name, phase, asks.plain(), GpuAsks.combine(asks.gpus(), selector), Launches.read(field, road)));
    }
}
