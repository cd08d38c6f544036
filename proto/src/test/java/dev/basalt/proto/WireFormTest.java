package dev.basalt.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Guards what was recorded against changes that programs built from it would misread. Additions need no recording until
 * they are released; how to record is in the message of the first test.
 */
class WireFormTest {
    private static final Path RECORDED = Path.of("src/test/wire-form.txt");
    private static final Path NOW = Path.of("target/wire-form.txt");

    private static final String OTHER_NUMBER = " Maybe give the new one a number of its own, and keep the old one";

    @Test
    void keepsEverythingThatWasRecorded() throws IOException {
        WireForm now = WireForm.of(Descriptors.ours());
        Files.writeString(NOW, now.text());

        List<String> breaks = now.breaksOf(WireForm.parse(Files.readAllLines(RECORDED)));

        assertThat(breaks)
                .as(
                        "a stored record or an older program would be misread. If nothing with the old form was ever"
                                + " released: cp proto/%s proto/%s, and say why in the commit",
                        NOW, RECORDED)
                .isEmpty();
    }

    @Test
    void recordedEnoughToGuard() throws IOException {
        WireForm recorded = WireForm.parse(Files.readAllLines(RECORDED));

        assertThat(recorded.parts()).hasSizeGreaterThan(700);
        assertThat(recorded.parts())
                .containsEntry("basalt.types.v1.Device#1", "uuid string")
                .containsEntry("basalt.types.v1.DeviceKind#2", "DEVICE_KIND_MIG")
                .containsEntry("basalt.types.v1.PerDevice#2", "share oneof ask basalt.types.v1.DeviceShare")
                .containsEntry(
                        "basalt.agent.v1.AgentService.Connect",
                        "stream basalt.agent.v1.AgentMessage -> stream basalt.agent.v1.SchedulerMessage");
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        WireForm now = WireForm.of(Descriptors.ours());

        assertThat(WireForm.parse(now.text().lines().toList()).parts()).isEqualTo(now.parts());
    }

    @Test
    void allowsWhatIsAdded() {
        WireForm earlier = form(sample());
        DescriptorProto.Builder message = sample();
        message.addField(field("added", 9, FieldDescriptorProto.Type.TYPE_STRING));

        assertThat(form(message).breaksOf(earlier)).isEmpty();
    }

    @Test
    void catchesAFieldThatIsGone() {
        assertBreak(sample().removeField(0), "basalt.x.v1.Sample#1 (memory_mib int64) is gone. Maybe put it back");
    }

    @Test
    void allowsAFieldToGoOnceItsNumberAndNameAreReserved() {
        DescriptorProto.Builder numberAlone = sample().removeField(0).addReservedRange(range(1));
        DescriptorProto.Builder both = numberAlone.clone().addReservedName("memory_mib");

        assertThat(form(numberAlone).breaksOf(form(sample()))).hasSize(1);
        assertThat(form(both).breaksOf(form(sample()))).isEmpty();
    }

    @Test
    void catchesAReservedNumberThatIsUsedAgain() {
        DescriptorProto.Builder message = sample().addReservedRange(range(1));

        assertBreak(message, "basalt.x.v1.Sample#1 is reserved and used again");
    }

    @Test
    void catchesATypeThatChanged() {
        DescriptorProto.Builder message = sample();
        message.setField(0, field("memory_mib", 1, FieldDescriptorProto.Type.TYPE_STRING));

        assertBreak(message, "basalt.x.v1.Sample#1 was memory_mib int64 and is memory_mib string");
    }

    @Test
    void catchesANumberThatChanged() {
        DescriptorProto.Builder message = sample();
        message.setField(0, field("memory_mib", 7, FieldDescriptorProto.Type.TYPE_INT64));

        assertBreak(message, "basalt.x.v1.Sample#1 (memory_mib int64) is gone");
    }

    @Test
    void catchesANameThatChanged() {
        DescriptorProto.Builder message = sample();
        message.setField(0, field("memory_bytes", 1, FieldDescriptorProto.Type.TYPE_INT64));

        assertBreak(message, "basalt.x.v1.Sample#1 was memory_mib int64 and is memory_bytes int64");
    }

    @Test
    void catchesAFieldThatIsRepeatedNowOrInAOneof() {
        DescriptorProto.Builder repeated = sample();
        repeated.getFieldBuilder(0).setLabel(FieldDescriptorProto.Label.LABEL_REPEATED);
        DescriptorProto.Builder oneof =
                sample().addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice"));
        oneof.getFieldBuilder(0).setOneofIndex(0);

        assertBreak(repeated, "was memory_mib int64 and is memory_mib repeated int64");
        assertBreak(oneof, "was memory_mib int64 and is memory_mib oneof choice int64");
    }

    @Test
    void catchesAnEnumValueThatChangedOrWent() {
        WireForm earlier = WireForm.of(file(levels("LEVEL_UNSPECIFIED", "LEVEL_LOW", "LEVEL_HIGH")));

        assertThat(WireForm.of(file(levels("LEVEL_UNSPECIFIED", "LEVEL_HIGH"))).breaksOf(earlier))
                .containsExactly(
                        "basalt.x.v1.Level#1 was LEVEL_LOW and is LEVEL_HIGH." + OTHER_NUMBER,
                        "basalt.x.v1.Level#2 (LEVEL_HIGH) is gone."
                                + " Maybe put it back, or reserve its number and its name");
    }

    @Test
    void catchesAMethodWhoseShapeChanged() {
        MethodDescriptorProto get = MethodDescriptorProto.newBuilder()
                .setName("Get")
                .setInputType(".basalt.x.v1.A")
                .setOutputType(".basalt.x.v1.B")
                .build();
        WireForm earlier = WireForm.of(file(service(get)));

        assertThat(WireForm.of(file(
                                service(get.toBuilder().setServerStreaming(true).build())))
                        .breaksOf(earlier))
                .containsExactly("basalt.x.v1.S.Get was basalt.x.v1.A -> basalt.x.v1.B"
                        + " and is basalt.x.v1.A -> stream basalt.x.v1.B." + OTHER_NUMBER);
    }

    private static void assertBreak(DescriptorProto.Builder message, String expected) {
        assertThat(form(message).breaksOf(form(sample())))
                .singleElement()
                .asString()
                .contains(expected);
    }

    private static DescriptorProto.Builder sample() {
        return DescriptorProto.newBuilder()
                .setName("Sample")
                .addField(field("memory_mib", 1, FieldDescriptorProto.Type.TYPE_INT64));
    }

    private static FieldDescriptorProto field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .build();
    }

    private static DescriptorProto.ReservedRange range(int number) {
        return DescriptorProto.ReservedRange.newBuilder()
                .setStart(number)
                .setEnd(number + 1)
                .build();
    }

    private static FileDescriptorProto.Builder levels(String... values) {
        EnumDescriptorProto.Builder level = EnumDescriptorProto.newBuilder().setName("Level");
        for (int number = 0; number < values.length; number++) {
            level.addValue(EnumValueDescriptorProto.newBuilder()
                    .setName(values[number])
                    .setNumber(number));
        }
        return FileDescriptorProto.newBuilder().addEnumType(level);
    }

    private static FileDescriptorProto.Builder service(MethodDescriptorProto method) {
        return FileDescriptorProto.newBuilder()
                .addService(ServiceDescriptorProto.newBuilder().setName("S").addMethod(method));
    }

    private static WireForm form(DescriptorProto.Builder message) {
        return WireForm.of(file(FileDescriptorProto.newBuilder().addMessageType(message)));
    }

    private static FileDescriptorSet file(FileDescriptorProto.Builder file) {
        return FileDescriptorSet.newBuilder()
                .addFile(file.setPackage("basalt.x.v1"))
                .build();
    }
}
