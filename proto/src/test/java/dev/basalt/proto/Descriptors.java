package dev.basalt.proto;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The compiled form of our {@code .proto} files, which the build leaves with comments and positions. */
final class Descriptors {
    private Descriptors() {}

    static FileDescriptorSet ours() throws IOException {
        return FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of("target/descriptors/basalt.binpb")));
    }
}
