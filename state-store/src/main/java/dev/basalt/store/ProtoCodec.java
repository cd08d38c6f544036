package dev.basalt.store;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Protobuf messages. Equal messages become equal bytes, maps included; fields of a newer version are kept.
 *
 * @param <M> type of the messages
 */
public record ProtoCodec<M extends MessageLite>(Parser<M> parser) implements Codec<M> {
    @Override
    public byte[] encode(M message) {
        byte[] bytes = new byte[message.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.useDeterministicSerialization();
        try {
            message.writeTo(out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new UncheckedIOException("an array of the message's own size was too small for it", e);
        }
        return bytes;
    }

    @Override
    public M decode(byte[] bytes) throws NotAValue {
        try {
            return parser.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new NotAValue(String.valueOf(e.getMessage()), e);
        }
    }
}
