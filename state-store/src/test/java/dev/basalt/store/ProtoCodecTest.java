package dev.basalt.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.UnknownFieldSet;
import dev.basalt.proto.storage.v1.StoredEpoch;
import dev.basalt.proto.types.v1.Gang;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtoCodecTest {
    @Test
    void givesEqualMessagesEqualBytesInWhateverOrderTheirMapsWereFilled() {
        List<String> names = List.of("a", "b", "c", "d", "e", "f");
        Gang.Builder forwards = Gang.newBuilder();
        names.forEach(name -> forwards.putLabels(name, "x"));
        Gang.Builder backwards = Gang.newBuilder();
        names.reversed().forEach(name -> backwards.putLabels(name, "x"));
        ProtoCodec<Gang> codec = new ProtoCodec<>(Gang.parser());

        assertThat(codec.encode(forwards.build())).isEqualTo(codec.encode(backwards.build()));
    }

    @Test
    void keepsFieldsOfANewerVersion() throws Codec.NotAValue {
        StoredEpoch newer = StoredEpoch.newBuilder()
                .setEpoch(7)
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                1000,
                                UnknownFieldSet.Field.newBuilder().addVarint(5).build())
                        .build())
                .build();
        ProtoCodec<StoredEpoch> codec = new ProtoCodec<>(StoredEpoch.parser());

        assertThat(codec.decode(codec.encode(newer))).isEqualTo(newer);
    }

    @Test
    void refusesBytesThatAreNoMessage() {
        ProtoCodec<StoredEpoch> codec = new ProtoCodec<>(StoredEpoch.parser());

        assertThatThrownBy(() -> codec.decode(new byte[] {(byte) 0xff})).isInstanceOf(Codec.NotAValue.class);
    }
}
