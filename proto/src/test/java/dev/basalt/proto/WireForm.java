package dev.basalt.proto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What programs built from a set of {@code .proto} files agree on.
 *
 * @param parts what each message, field, enum value and method is, by where it is: {@code basalt.types.v1.Device#1}
 * @param reserved numbers and names nobody may use again: {@code basalt.types.v1.Device#7},
 *     {@code basalt.types.v1.Device#memory}
 */
record WireForm(SortedMap<String, String> parts, SortedSet<String> reserved) {
    private static final String SEPARATOR = " = ";

    static WireForm of(FileDescriptorSet files) {
        WireForm form = new WireForm(new TreeMap<>(), new TreeSet<>());
        for (FileDescriptorProto file : files.getFileList()) {
            String scope = file.getPackage() + ".";
            file.getMessageTypeList().forEach(message -> form.add(scope, message));
            file.getEnumTypeList().forEach(each -> form.add(scope, each));
            file.getServiceList().forEach(service -> form.add(scope, service));
        }
        return form;
    }

    /** Reads what {@link #text} wrote. */
    static WireForm parse(List<String> lines) {
        WireForm form = new WireForm(new TreeMap<>(), new TreeSet<>());
        for (String line : lines) {
            int at = line.indexOf(SEPARATOR);
            form.parts.put(line.substring(0, at), line.substring(at + SEPARATOR.length()));
        }
        return form;
    }

    /** One line for each part, sorted. */
    String text() {
        return parts.entrySet().stream()
                .map(part -> part.getKey() + SEPARATOR + part.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** What programs built from that earlier form would misread in this one; empty if all is well. */
    List<String> breaksOf(WireForm earlier) {
        List<String> breaks = new ArrayList<>();
        earlier.parts.forEach((where, was) -> {
            String is = parts.get(where);
            if (is == null && !isReserved(where, was)) {
                breaks.add(where + " (" + was + ") is gone. Maybe put it back, or reserve its number and its name");
            } else if (is != null && !is.equals(was)) {
                breaks.add(where + " was " + was + " and is " + is
                        + ". Maybe give the new one a number of its own, and keep the old one");
            }
        });
        for (String where : reserved) {
            if (parts.containsKey(where)) {
                breaks.add(where + " is reserved and used again. Maybe take the next free number");
            }
        }
        return breaks;
    }

    private boolean isReserved(String where, String was) {
        int at = where.indexOf('#');
        return at >= 0
                && reserved.contains(where)
                && reserved.contains(where.substring(0, at + 1) + was.substring(0, (was + " ").indexOf(' ')));
    }

    private void add(String scope, DescriptorProto message) {
        String name = scope + message.getName();
        parts.put(name, "message");
        message.getFieldList().forEach(field -> parts.put(name + "#" + field.getNumber(), describe(message, field)));
        message.getReservedNameList().forEach(each -> reserved.add(name + "#" + each));
        message.getReservedRangeList().forEach(range -> {
            for (int number = range.getStart(); number < range.getEnd(); number++) {
                reserved.add(name + "#" + number);
            }
        });
        message.getNestedTypeList().forEach(nested -> add(name + ".", nested));
        message.getEnumTypeList().forEach(nested -> add(name + ".", nested));
    }

    private static String describe(DescriptorProto message, FieldDescriptorProto field) {
        StringBuilder text = new StringBuilder(field.getName());
        if (field.getLabel() == FieldDescriptorProto.Label.LABEL_REPEATED) {
            text.append(" repeated");
        }
        if (field.getProto3Optional()) {
            text.append(" optional");
        } else if (field.hasOneofIndex()) {
            text.append(" oneof ")
                    .append(message.getOneofDecl(field.getOneofIndex()).getName());
        }
        String scalar = field.getType().name().substring("TYPE_".length()).toLowerCase(Locale.ROOT);
        return text.append(' ')
                .append(field.hasTypeName() ? field.getTypeName().substring(1) : scalar)
                .toString();
    }

    private void add(String scope, EnumDescriptorProto each) {
        String name = scope + each.getName();
        parts.put(name, "enum");
        each.getValueList().forEach(value -> parts.put(name + "#" + value.getNumber(), value.getName()));
        each.getReservedNameList().forEach(reservedName -> reserved.add(name + "#" + reservedName));
        each.getReservedRangeList().forEach(range -> {
            for (int number = range.getStart(); number <= range.getEnd(); number++) {
                reserved.add(name + "#" + number);
            }
        });
    }

    private void add(String scope, ServiceDescriptorProto service) {
        String name = scope + service.getName();
        parts.put(name, "service");
        for (MethodDescriptorProto method : service.getMethodList()) {
            parts.put(
                    name + "." + method.getName(),
                    (method.getClientStreaming() ? "stream " : "")
                            + method.getInputType().substring(1) + " -> "
                            + (method.getServerStreaming() ? "stream " : "")
                            + method.getOutputType().substring(1));
        }
    }
}
