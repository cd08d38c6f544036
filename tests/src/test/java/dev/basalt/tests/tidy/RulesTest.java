package dev.basalt.tests.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule is shown a file that breaks it and one that just keeps it. */
final class RulesTest {
    private static final String CORE = "central-scheduler/src/main/java/dev/basalt/core/model/Sample.java";
    private static final String LOOP = "central-scheduler/src/main/java/dev/basalt/loop/Sample.java";
    private static final String TEST = "tests/src/test/java/dev/basalt/tests/SampleTest.java";

    @ParameterizedTest(name = "{2}")
    @MethodSource("badSamples")
    void reports(String path, String text, String message) {
        assertThat(messages(path, text)).anyMatch(found -> found.contains(message));
    }

    static Stream<Arguments> badSamples() {
        return Stream.of(
                arguments(LOOP, body("void f() {\n" + "int a;\n".repeat(59) + "}"), "f has 61 lines, at most 60"),
                arguments(LOOP, body("\n".repeat(400)), "lines, at most 400"),
                arguments(LOOP, body("// " + "x".repeat(118)), "line has 121 columns, at most 120"),
                arguments(LOOP, body("void f(int a, int b, int c, int d, int e, int g) {}"), "f has 6 parameters"),
                arguments(LOOP, body("class GangManager {}"), "GangManager ends in Manager"),
                arguments(LOOP, body("record NodeData() {}"), "NodeData ends in Data"),
                arguments(LOOP, body("int getNode() { return 1; }"), "getNode begins with get"),
                arguments(LOOP, body("void f() { System.out.println(); }"), "System.out outside"),
                arguments(LOOP, body("void f() { System.err.println(); }"), "System.err outside"),
                arguments(LOOP, body("void f() { try { g(); } catch (Error e) { } }"), "empty catch of Error"),
                arguments(CORE, body("void f() { try { g(); } catch (Throwable e) { g(); } }"), "catch of Throwable"),
                arguments(CORE, body("Object o = new HashMap<String, String>();"), "HashMap has no order"),
                arguments(CORE, body("Object o = new java.util.HashSet<String>();"), "java.util.HashSet has no order"),
                arguments(CORE, body("Object o = Set.of(1, 2);"), "Set.of has no order"),
                arguments(CORE, body("Object o = f(Map::copyOf);"), "Map.copyOf has no order"),
                arguments(CORE, body("Object o = s.collect(Collectors.toSet());"), "Collectors.toSet has no order"),
                arguments(CORE, body("double share;"), "double in the core"),
                arguments(TEST, body("void f() { Thread.sleep(1); }"), "Thread.sleep in a test"),
                arguments(TEST, body("void f() { TimeUnit.SECONDS.sleep(1); }"), "TimeUnit.SECONDS.sleep in a test"),
                arguments(TEST, body("@Disabled void f() {}"), "Disabled skips a test"),
                arguments(TEST, body("@EnabledIfSystemProperty void f() {}"), "EnabledIfSystemProperty skips a test"),
                arguments(TEST, body("void f() { assumeTrue(x); }"), "assumeTrue skips a test"),
                arguments(TEST, body("void f() { Assumptions.assumeTrue(x); }"), "Assumptions.assumeTrue skips"),
                arguments(TEST.replace("SampleTest", "Samples"), body("@Test void f() {}"), "f never runs"),
                arguments(LOOP, "package a; class Sample {}", "package without package-info.java"));
    }

    @ParameterizedTest
    @MethodSource("goodSamples")
    void keepsSilentAbout(String path, String text) {
        assertThat(messages(path, text)).allMatch(found -> found.contains("package without package-info.java"));
    }

    static Stream<Arguments> goodSamples() {
        return Stream.of(
                arguments(LOOP, body("void f() {\n" + "int a;\n".repeat(58) + "}")),
                arguments(LOOP, body("String s = \"\"\"\n" + "x".repeat(200) + "\n\"\"\";")),
                arguments(LOOP, body("void f(int a, int b, int c, int d, int e) {}")),
                arguments(LOOP, body("record R(int a, int b, int c, int d, int e, int f) { R { g(); } }")),
                arguments(LOOP, body("@Override void f(int a, int b, int c, int d, int e, int g) {}")),
                arguments(LOOP, body("@Override int getNode() { return 1; }")),
                arguments(LOOP, body("void f() { try { g(); } catch (Throwable e) { g(); } }")),
                arguments(LOOP, body("void f() { try { g(); } catch (Error e) { /* nobody is left to tell */ } }")),
                arguments(LOOP, body("Object o = new HashMap<String, String>(); double share;")),
                arguments(LOOP, body("void f() { Thread.sleep(1); }")),
                arguments(CORE, body("Object o = List.of(1); Object p = new TreeMap<String, Integer>();")),
                arguments(LOOP.replace("loop", "cli"), "package dev.basalt.cli; class A { Object o = System.out; }"),
                arguments(
                        TEST.replace("SampleTest", "Contract"),
                        "package PACKAGE; abstract class C { @Test void f() {} }"),
                arguments(TEST, body("@Test void f() {}")));
    }

    @Test
    void reportsAPackageWithSixteenFiles() {
        var sources = new ArrayList<JavaSource>();
        for (int i = 0; i < 16; i++) {
            sources.add(JavaSource.parse("m/src/main/java/a/C" + i + ".java", "package a; class C" + i + " {}"));
        }

        assertThat(SizeRules.packageSize(sources))
                .containsExactly(new Violation("m/src/main/java/a", 1, "package has 16 files, at most 15"));
        assertThat(SizeRules.packageSize(sources.subList(0, 15))).isEmpty();
    }

    @Test
    void reportsAPackageInfoThatIsNotNullMarkedOrSaysTooLittle() {
        var silent = JavaSource.parse("m/src/main/java/a/package-info.java", "package a;");
        var honest = JavaSource.parse(
                "m/src/main/java/a/package-info.java",
                "/** Letters. Imports nothing of ours. Start with {@code A}. */ @NullMarked package a;");

        assertThat(PackageRules.packageInfo(silent)).hasSize(4);
        assertThat(PackageRules.packageInfo(honest)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("bannedLines")
    void reportsABannedWordIn(String line) {
        assertThat(WordRules.bannedWords("a.txt", List.of("fine", line)))
                .singleElement()
                .satisfies(found -> assertThat(found.line()).isEqualTo(2));
    }

    /** Put together from halves, so that this file keeps the rule it tests. */
    static Stream<String> bannedLines() {
        return Stream.of(
                "// TO" + "DO later",
                "cd /wo" + "rk/main",
                "see /ro" + "ot/.m2",
                "from shar" + "ed/reference/nvml.md",
                "as DES" + "IGN D3 says",
                "as the bri" + "ef.md says");
    }

    @Test
    void keepsSilentAboutWordsThatOnlyLookAlike() {
        var lines = List.of("a workload in ./work/dir", "var/work/x", "shared memory", "briefly", "homework");

        assertThat(WordRules.bannedWords("a.txt", lines)).isEmpty();
    }

    private static List<String> messages(String path, String text) {
        var packageName = path.replaceAll(".*/java/|/[^/]*$", "").replace('/', '.');
        return Rules.check(List.of(JavaSource.parse(path, text.replace("PACKAGE", packageName)))).stream()
                .map(Violation::message)
                .toList();
    }

    private static String body(String members) {
        return "package PACKAGE;\nclass Sample {\n" + members + "\n}\n";
    }
}
