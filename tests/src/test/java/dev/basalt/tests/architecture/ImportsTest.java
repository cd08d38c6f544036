package dev.basalt.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The import table holds on the compiled classes of every module, test classes and generated ones left out. */
final class ImportsTest {
    /** Fewer than this means that the modules were not on the class path, not that the code shrank. */
    private static final int LEAST_CLASSES = 800;

    /** Rows of the table whose package a later issue brings. Whoever brings it takes its name out of here. */
    private static final List<String> NOT_THERE_YET = List.of("dev.basalt.web", "dev.basalt.core.preempt");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/dev/basalt/proto/"))
            .importPackages("dev.basalt");

    @Test
    void everyPackageHasARowAndEveryRowAPackage() {
        var rowsSeen = new TreeSet<String>();
        var packagesWithoutRow = new TreeSet<String>();
        ours().forEach(type -> ImportTable.rowOf(type.getPackageName())
                .ifPresentOrElse(row -> rowsSeen.add(row.from()), () -> packagesWithoutRow.add(type.getPackageName())));

        var rows = new TreeSet<>(
                ImportTable.ROWS.stream().map(ImportTable.Row::from).toList());
        NOT_THERE_YET.forEach(rows::remove);
        assertThat(packagesWithoutRow).isEmpty();
        assertThat(rowsSeen).isEqualTo(rows);
        assertThat(CLASSES.size()).isGreaterThan(LEAST_CLASSES);
    }

    @Test
    void noClassImportsWhatItsRowDoesNotAllow() {
        var firstOfEach = new TreeMap<String, String>();
        ours().flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> isOurs(dependency.getTargetClass().getBaseComponentType()))
                .forEach(dependency -> {
                    var from = dependency.getOriginClass().getPackageName();
                    var to = dependency.getTargetClass().getBaseComponentType().getPackageName();
                    if (!ImportTable.allows(from, to)) {
                        firstOfEach.putIfAbsent(from + " imports " + to, dependency.getDescription());
                    }
                });

        assertThat(firstOfEach).isEmpty();
    }

    @Test
    void noClassTouchesALibraryThatIsNotForIt() {
        var found = ours().flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> !LibraryTable.allows(
                        dependency.getOriginClass().getPackageName(),
                        dependency.getTargetClass().getBaseComponentType().getName()))
                .map(dependency -> dependency.getDescription())
                .distinct();

        assertThat(found).isEmpty();
    }

    @Test
    void theCoreKeepsToItsDietOfClasses() {
        var found = core().flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency ->
                        !dependency.getTargetClass().getBaseComponentType().isPrimitive())
                .filter(dependency -> !isOurs(dependency.getTargetClass().getBaseComponentType()))
                .filter(dependency -> !CoreDiet.allowsClass(
                        dependency.getTargetClass().getBaseComponentType().getPackageName(),
                        dependency.getTargetClass().getBaseComponentType().getName()))
                .map(dependency -> dependency.getDescription())
                .distinct();

        assertThat(found).isEmpty();
    }

    @Test
    void theCoreKeepsToItsDietOfMembers() {
        var found = core().flatMap(type -> Stream.<JavaAccess<?>>concat(
                        type.getAccessesFromSelf().stream(),
                        Stream.concat(
                                type.getMethodReferencesFromSelf().stream(),
                                type.getConstructorReferencesFromSelf().stream())))
                .filter(access -> !CoreDiet.allowsMember(
                        access.getTargetOwner().getName(), access.getTarget().getName()))
                .map(access -> access.getDescription())
                .distinct();

        assertThat(found).isEmpty();
    }

    private static Stream<JavaClass> ours() {
        return CLASSES.stream().filter(ImportsTest::isOurs);
    }

    private static Stream<JavaClass> core() {
        return CLASSES.stream().filter(type -> ImportTable.isIn(type.getPackageName(), "dev.basalt.core"));
    }

    private static boolean isOurs(JavaClass type) {
        return ImportTable.isIn(type.getPackageName(), "dev.basalt");
    }
}
