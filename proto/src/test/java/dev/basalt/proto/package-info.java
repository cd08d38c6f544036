/**
 * What our {@code .proto} files must keep to. Imports protobuf alone. Start with {@link dev.basalt.proto.ProtoLintTest}
 * and {@link dev.basalt.proto.WireFormTest}.
 */
@NullMarked
package dev.basalt.proto;

import org.jspecify.annotations.NullMarked;
