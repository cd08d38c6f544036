package dev.basalt.tests.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Tick;
import dev.basalt.proto.storage.v1.ObjectSource;
import dev.basalt.proto.storage.v1.Session;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each event of the core has a form in {@code basalt.storage.v1} that has room for all of it: replay depends on it. */
class StoredEventsTest {
    private static final OneofDescriptor STORED =
            dev.basalt.proto.storage.v1.Event.getDescriptor().getOneofs().getFirst();

    /**
     * What an event says by components of its own and its stored form by a part that many share, or by another word.
     */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "source", "from",
            "version", "from",
            "session", "from",
            "nodeName", "node",
            "wallMillis", "wall_unix_millis",
            "state", "outcome",
            "use", "uses",
            "runningPods", "running_pod_uids");

    @Test
    void givesEachEventAFormOfItsOwnNameAndNoOtherForm() {
        List<String> events =
                events().stream().map(Class::getSimpleName).sorted().toList();

        assertThat(events).hasSizeGreaterThan(25).contains("GangApplied", "Heartbeat", "LeaseGained");
        assertThat(STORED.getFields().stream()
                        .map(field -> field.getMessageType().getName())
                        .sorted())
                .isEqualTo(events);
        assertThat(STORED.getFields())
                .allSatisfy(field -> assertThat(field.getName())
                        .isEqualTo(snake(field.getMessageType().getName())));
    }

    @Test
    void hasRoomForEachComponentOfEachEvent() {
        List<String> missing = new ArrayList<>();
        for (Class<?> event : events()) {
            Descriptor form = STORED.getFields().stream()
                    .map(FieldDescriptor::getMessageType)
                    .filter(message -> message.getName().equals(event.getSimpleName()))
                    .findFirst()
                    .orElseThrow();
            missing.addAll(missing(event, form));
        }

        assertThat(missing).isEmpty();
    }

    @Test
    void hasRoomForTheTickAndWhoSaysSomething() {
        assertThat(missing(Tick.class, dev.basalt.proto.storage.v1.Tick.getDescriptor()))
                .isEmpty();
        assertThat(missing(Event.Session.class, Session.getDescriptor())).isEmpty();
        assertThat(ObjectSource.getDescriptor().getFields())
                .extracting(FieldDescriptor::getName)
                .containsExactly("source", "version");
    }

    @Test
    void seesAComponentThatHasNoRoom() {
        record Later(String gangUid, long invented) {}

        assertThat(missing(Later.class, dev.basalt.proto.storage.v1.GangDeleted.getDescriptor()))
                .containsExactly("Later.invented has no field in basalt.storage.v1.GangDeleted");
    }

    private static List<String> missing(Class<?> type, Descriptor form) {
        List<String> missing = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            boolean found = form.findFieldByName(snake(name)) != null
                    || form.findFieldByName(OTHER_WORDS.getOrDefault(name, "")) != null
                    || (name.equals("nodeName") && form.findFieldByName("from") != null)
                    || (type.equals(Event.PriorityClassApplied.class)
                            && form.findFieldByName("priority_class") != null);
            if (!found) {
                missing.add(type.getSimpleName() + "." + name + " has no field in " + form.getFullName());
            }
        }
        return missing;
    }

    private static List<Class<?>> events() {
        List<Class<?>> records = new ArrayList<>();
        addRecords(Event.class, records);
        return records;
    }

    private static void addRecords(Class<?> type, List<Class<?>> records) {
        if (type.isRecord()) {
            records.add(type);
        } else {
            Arrays.stream(type.getPermittedSubclasses()).forEach(each -> addRecords(each, records));
        }
    }

    private static String snake(String camel) {
        return camel.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
