package dev.basalt.proto;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules of {@code buf lint} (STANDARD and COMMENTS) that keep our files alike, and two of our own: a quantity ends
 * in its unit, and there are no floating-point numbers.
 */
final class ProtoLint {
    private static final Pattern PACKAGE = Pattern.compile("basalt\\.([a-z]+)\\.(v[1-9][0-9]*)");
    private static final Pattern UPPER_CAMEL = Pattern.compile("([A-Z][a-z0-9]*)+");
    private static final Pattern LOWER_SNAKE = Pattern.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*");

    /** Words that speak of an amount of something. */
    private static final Set<String> QUANTITIES = Set.of(
            "memory",
            "time",
            "timeout",
            "deadline",
            "grace",
            "period",
            "age",
            "duration",
            "interval",
            "delay",
            "ttl",
            "power",
            "temperature",
            "clock",
            "speed",
            "bandwidth",
            "size",
            "cpu",
            "core",
            "busy",
            "share",
            "offset",
            "created",
            "started",
            "ended",
            "expires",
            "since",
            "uptime",
            "window");

    /** What the name of a quantity may end in. */
    private static final Set<String> UNITS = Set.of(
            "millis",
            "seconds",
            "second",
            "mib",
            "bytes",
            "permille",
            "milli",
            "milliwatt",
            "celsius",
            "mhz",
            "tenths",
            "count",
            "lanes",
            "amount");

    /** Names that are fixed elsewhere (AIP-158, torchrun) or number a thing instead of measuring it. */
    private static final Set<String> NOT_QUANTITIES = Set.of("page_size", "world_size", "share_slot");

    private static final Set<FieldDescriptorProto.Type> SMALL_NUMBERS = Set.of(
            FieldDescriptorProto.Type.TYPE_INT32,
            FieldDescriptorProto.Type.TYPE_INT64,
            FieldDescriptorProto.Type.TYPE_UINT32,
            FieldDescriptorProto.Type.TYPE_UINT64,
            FieldDescriptorProto.Type.TYPE_FIXED32,
            FieldDescriptorProto.Type.TYPE_FIXED64,
            FieldDescriptorProto.Type.TYPE_SINT32,
            FieldDescriptorProto.Type.TYPE_SINT64,
            FieldDescriptorProto.Type.TYPE_SFIXED32,
            FieldDescriptorProto.Type.TYPE_SFIXED64);

    private final FileDescriptorProto file;
    private final Set<List<Integer>> commented;
    private final List<String> findings = new ArrayList<>();

    private ProtoLint(FileDescriptorProto file) {
        this.file = file;
        this.commented = new HashSet<>();
        for (SourceCodeInfo.Location location : file.getSourceCodeInfo().getLocationList()) {
            if (!location.getLeadingComments().isBlank()) {
                commented.add(location.getPathList());
            }
        }
    }

    /** Everything that breaks a rule, each with the file and the place; empty if all is well. */
    static List<String> findings(FileDescriptorSet files) {
        List<String> findings = new ArrayList<>();
        for (FileDescriptorProto file : files.getFileList()) {
            ProtoLint lint = new ProtoLint(file);
            lint.checkFile();
            findings.addAll(lint.findings);
        }
        return findings;
    }

    private void checkFile() {
        var matcher = PACKAGE.matcher(file.getPackage());
        require(matcher.matches(), file.getPackage(), "is no package like basalt.types.v1");
        if (matcher.matches()) {
            String folder = file.getPackage().replace('.', '/');
            require(file.getName().startsWith(folder + "/"), file.getPackage(), "belongs into the folder " + folder);
            String java = "dev.basalt.proto." + matcher.group(1) + "." + matcher.group(2);
            require(file.getOptions().getJavaPackage().equals(java), "java_package", "is not " + java);
        }
        require(file.getOptions().getJavaMultipleFiles(), "java_multiple_files", "is not set");
        for (int i = 0; i < file.getMessageTypeCount(); i++) {
            check(file.getMessageType(i), path(FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER, i));
        }
        for (int i = 0; i < file.getEnumTypeCount(); i++) {
            check(file.getEnumType(i), path(FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER, i));
        }
        for (int i = 0; i < file.getServiceCount(); i++) {
            check(file.getService(i), path(FileDescriptorProto.SERVICE_FIELD_NUMBER, i));
        }
    }

    private void check(DescriptorProto message, List<Integer> path) {
        if (message.getOptions().getMapEntry()) {
            return;
        }
        require(UPPER_CAMEL, message.getName(), "UpperCamel");
        requireComment(message.getName(), path);
        for (int i = 0; i < message.getFieldCount(); i++) {
            check(message, message.getField(i), path(path, DescriptorProto.FIELD_FIELD_NUMBER, i));
        }
        for (int i = 0; i < message.getOneofDeclCount(); i++) {
            String name = message.getOneofDecl(i).getName();
            if (!name.startsWith("_")) { // Else it is protoc's own, for a field that is optional.
                require(LOWER_SNAKE, name, "lower_snake");
                requireComment(message.getName() + "." + name, path(path, DescriptorProto.ONEOF_DECL_FIELD_NUMBER, i));
            }
        }
        for (int i = 0; i < message.getNestedTypeCount(); i++) {
            check(message.getNestedType(i), path(path, DescriptorProto.NESTED_TYPE_FIELD_NUMBER, i));
        }
        for (int i = 0; i < message.getEnumTypeCount(); i++) {
            check(message.getEnumType(i), path(path, DescriptorProto.ENUM_TYPE_FIELD_NUMBER, i));
        }
    }

    private void check(DescriptorProto message, FieldDescriptorProto field, List<Integer> path) {
        String name = message.getName() + "." + field.getName();
        require(LOWER_SNAKE, field.getName(), "lower_snake");
        requireComment(name, path);
        boolean floating = field.getType() == FieldDescriptorProto.Type.TYPE_DOUBLE
                || field.getType() == FieldDescriptorProto.Type.TYPE_FLOAT;
        require(!floating, name, "is floating-point. Maybe count in a smaller unit");
        if (SMALL_NUMBERS.contains(field.getType()) && !NOT_QUANTITIES.contains(field.getName())) {
            List<String> words = List.of(field.getName().split("_"));
            boolean quantity = words.stream().anyMatch(QUANTITIES::contains);
            require(
                    !quantity || UNITS.contains(words.getLast()),
                    name,
                    "is a quantity without a unit. Maybe end it in one of "
                            + UNITS.stream().sorted().toList());
        }
    }

    private void check(EnumDescriptorProto each, List<Integer> path) {
        require(UPPER_CAMEL, each.getName(), "UpperCamel");
        requireComment(each.getName(), path);
        require(!each.getOptions().getAllowAlias(), each.getName(), "allows two names for one number");
        String prefix = each.getName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT) + "_";
        for (int i = 0; i < each.getValueCount(); i++) {
            String value = each.getValue(i).getName();
            require(value.startsWith(prefix), value, "does not begin with " + prefix);
            require(value.equals(value.toUpperCase(Locale.ROOT)), value, "is not UPPER_SNAKE");
            requireComment(value, path(path, EnumDescriptorProto.VALUE_FIELD_NUMBER, i));
            boolean zero = each.getValue(i).getNumber() == 0;
            require(
                    zero == value.equals(prefix + "UNSPECIFIED"),
                    value,
                    "is not " + prefix + "UNSPECIFIED for zero alone");
        }
    }

    private void check(ServiceDescriptorProto service, List<Integer> path) {
        require(UPPER_CAMEL, service.getName(), "UpperCamel");
        require(service.getName().endsWith("Service"), service.getName(), "does not end in Service");
        requireComment(service.getName(), path);
        for (int i = 0; i < service.getMethodCount(); i++) {
            MethodDescriptorProto method = service.getMethod(i);
            String name = service.getName() + "." + method.getName();
            require(UPPER_CAMEL, method.getName(), "UpperCamel");
            requireComment(name, path(path, ServiceDescriptorProto.METHOD_FIELD_NUMBER, i));
            if (!(method.getClientStreaming() && method.getServerStreaming())) { // Those are named for who speaks.
                require(
                        method.getInputType().endsWith("." + method.getName() + "Request"),
                        name,
                        "does not take a " + method.getName() + "Request");
            }
        }
    }

    private void require(Pattern pattern, String name, String called) {
        require(pattern.matcher(name).matches(), name, "is not " + called);
    }

    private void requireComment(String name, List<Integer> path) {
        require(commented.contains(path), name, "has no comment");
    }

    private void require(boolean kept, String name, String broken) {
        if (!kept) {
            findings.add(file.getName() + ": " + name + " " + broken);
        }
    }

    private static List<Integer> path(int number, int index) {
        return List.of(number, index);
    }

    private static List<Integer> path(List<Integer> parent, int number, int index) {
        return Stream.concat(parent.stream(), Stream.of(number, index)).toList();
    }
}
