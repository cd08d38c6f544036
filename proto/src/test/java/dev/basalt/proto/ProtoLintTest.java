package dev.basalt.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtoLintTest {
    @Test
    void findsNothingWrongWithOurFiles() throws IOException {
        assertThat(ProtoLint.findings(Descriptors.ours())).isEmpty();
    }

    @Test
    void sawAllOfOurFiles() throws IOException {
        assertThat(Descriptors.ours().getFileList())
                .extracting(FileDescriptorProto::getPackage)
                .hasSizeGreaterThan(15)
                .contains(
                        "basalt.types.v1",
                        "basalt.agent.v1",
                        "basalt.executor.v1",
                        "basalt.admin.v1",
                        "basalt.storage.v1");
    }

    @Test
    void findsAPackageThatIsNotItsFolderOrHasNoVersion() throws TextFormat.ParseException {
        assertThat(findings("name: 'basalt/y/v1/a.proto' package: 'basalt.x.v1'"
                        + " options { java_package: 'dev.basalt.proto.x.v1' java_multiple_files: true }"))
                .containsExactly("basalt/y/v1/a.proto: basalt.x.v1 belongs into the folder basalt/x/v1");
        assertThat(findings("name: 'basalt/x/a.proto' package: 'basalt.x' options { java_multiple_files: true }"))
                .containsExactly("basalt/x/a.proto: basalt.x is no package like basalt.types.v1");
    }

    @Test
    void findsJavaOptionsThatAreMissing() throws TextFormat.ParseException {
        assertThat(findings("name: 'basalt/x/v1/a.proto' package: 'basalt.x.v1'"))
                .containsExactly(
                        "basalt/x/v1/a.proto: java_package is not dev.basalt.proto.x.v1",
                        "basalt/x/v1/a.proto: java_multiple_files is not set");
    }

    @Test
    void findsNamesInTheWrongCase() throws TextFormat.ParseException {
        assertThat(inGoodFile("message_type { name: 'bad_name' field { name: 'BadField' number: 1 type: TYPE_STRING }"
                        + " oneof_decl { name: 'BadOneof' } }"
                        + comments("4, 0", "4, 0, 2, 0", "4, 0, 8, 0")))
                .containsExactly(
                        "basalt/x/v1/a.proto: bad_name is not UpperCamel",
                        "basalt/x/v1/a.proto: BadField is not lower_snake",
                        "basalt/x/v1/a.proto: BadOneof is not lower_snake");
    }

    @Test
    void findsWhatHasNoComment() throws TextFormat.ParseException {
        assertThat(inGoodFile("message_type { name: 'Good' field { name: 'name' number: 1 type: TYPE_STRING }"
                        + " nested_type { name: 'Inner' } }"
                        + " enum_type { name: 'Kind' value { name: 'KIND_UNSPECIFIED' number: 0 } }"
                        + " service { name: 'GoodService'"
                        + " method { name: 'Go' input_type: '.basalt.x.v1.GoRequest' } }"))
                .containsExactly(
                        "basalt/x/v1/a.proto: Good has no comment",
                        "basalt/x/v1/a.proto: Good.name has no comment",
                        "basalt/x/v1/a.proto: Inner has no comment",
                        "basalt/x/v1/a.proto: Kind has no comment",
                        "basalt/x/v1/a.proto: KIND_UNSPECIFIED has no comment",
                        "basalt/x/v1/a.proto: GoodService has no comment",
                        "basalt/x/v1/a.proto: GoodService.Go has no comment");
    }

    @Test
    void findsQuantitiesWithoutAUnitAndFloatingPoint() throws TextFormat.ParseException {
        assertThat(inGoodFile("message_type { name: 'Good'"
                        + " field { name: 'memory' number: 1 type: TYPE_INT64 }"
                        + " field { name: 'timeout' number: 2 type: TYPE_INT32 }"
                        + " field { name: 'memory_mib' number: 3 type: TYPE_INT64 }"
                        + " field { name: 'memory_kind' number: 4 type: TYPE_STRING }"
                        + " field { name: 'ratio' number: 5 type: TYPE_DOUBLE } }"
                        + comments("4, 0", "4, 0, 2, 0", "4, 0, 2, 1", "4, 0, 2, 2", "4, 0, 2, 3", "4, 0, 2, 4")))
                .satisfiesExactly(
                        memory -> assertThat(memory)
                                .contains("Good.memory is a quantity without a unit. Maybe end it in"),
                        timeout -> assertThat(timeout).contains("Good.timeout is a quantity without a unit"),
                        ratio -> assertThat(ratio).contains("Good.ratio is floating-point"));
    }

    @Test
    void findsEnumsWithoutPrefixOrZeroValue() throws TextFormat.ParseException {
        assertThat(inGoodFile("enum_type { name: 'LinkLevel' value { name: 'LINK_LEVEL_NEAR' number: 0 }"
                        + " value { name: 'FAR' number: 1 } options { allow_alias: true } }"
                        + comments("5, 0", "5, 0, 2, 0", "5, 0, 2, 1")))
                .containsExactly(
                        "basalt/x/v1/a.proto: LinkLevel allows two names for one number",
                        "basalt/x/v1/a.proto: LINK_LEVEL_NEAR is not LINK_LEVEL_UNSPECIFIED for zero alone",
                        "basalt/x/v1/a.proto: FAR does not begin with LINK_LEVEL_");
    }

    @Test
    void findsServicesAndRequestsThatAreNamedOtherwise() throws TextFormat.ParseException {
        assertThat(inGoodFile("service { name: 'Admin' method { name: 'Get' input_type: '.basalt.x.v1.Ask' } }"
                        + comments("6, 0", "6, 0, 2, 0")))
                .containsExactly(
                        "basalt/x/v1/a.proto: Admin does not end in Service",
                        "basalt/x/v1/a.proto: Admin.Get does not take a GetRequest");
    }

    private static List<String> inGoodFile(String text) throws TextFormat.ParseException {
        return findings("name: 'basalt/x/v1/a.proto' package: 'basalt.x.v1'"
                + " options { java_package: 'dev.basalt.proto.x.v1' java_multiple_files: true } " + text);
    }

    /** Source information that says that there are comments at these paths (descriptor.proto, SourceCodeInfo). */
    private static String comments(String... paths) {
        StringBuilder text = new StringBuilder(" source_code_info {");
        for (String path : paths) {
            text.append(" location { path: [").append(path).append("] leading_comments: ' Said.' }");
        }
        return text.append(" }").toString();
    }

    private static List<String> findings(String file) throws TextFormat.ParseException {
        FileDescriptorSet.Builder files = FileDescriptorSet.newBuilder();
        TextFormat.merge(file, files.addFileBuilder());
        return ProtoLint.findings(files.build());
    }
}
