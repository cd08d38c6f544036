package dev.basalt.tests.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Names that say nothing, and test classes that a test runner would overlook. */
final class NameRules {
    private static final Pattern EMPTY_WORD =
            Pattern.compile(".*(Impl|Manager|Helper|Helpers|Util|Utils|Processor|Data)");
    private static final Pattern GETTER = Pattern.compile("get\\p{Upper}.*");

    private NameRules() {}

    static boolean isOverride(MethodTree method) {
        return hasAnnotation(method, List.of("Override"));
    }

    static boolean hasAnnotation(MethodTree method, List<String> simpleNames) {
        return method.getModifiers().getAnnotations().stream()
                .map(annotation -> annotation.getAnnotationType().toString())
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .anyMatch(simpleNames::contains);
    }

    static final class EmptyTypeName extends TreeRule {
        @Override
        public @Nullable Void visitClass(ClassTree type, JavaSource source) {
            var matcher = EMPTY_WORD.matcher(type.getSimpleName());
            if (matcher.matches()) {
                report(
                        source,
                        type,
                        "type " + type.getSimpleName() + " ends in " + matcher.group(1)
                                + ", which says nothing. Maybe name what it is");
            }
            return super.visitClass(type, source);
        }
    }

    static final class GetPrefix extends TreeRule {
        @Override
        public @Nullable Void visitMethod(MethodTree method, JavaSource source) {
            if (GETTER.matcher(method.getName()).matches() && !isOverride(method)) {
                report(source, method, "method " + method.getName() + " begins with get. Maybe a noun alone");
            }
            return super.visitMethod(method, source);
        }
    }

    /** Surefire and Failsafe find classes by name: a test elsewhere would never run and nobody would notice. */
    static final class OverlookedTest extends TreeRule {
        private static final List<String> TESTS =
                List.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "ArchTest");

        @Override
        public @Nullable Void visitMethod(MethodTree method, JavaSource source) {
            var name = source.fileTypeName();
            if (hasAnnotation(method, TESTS) && !isContract(source) && !name.endsWith("Test") && !name.endsWith("IT")) {
                report(
                        source,
                        method,
                        "test " + method.getName() + " never runs: " + name + " ends in neither Test nor IT");
            }
            return super.visitMethod(method, source);
        }

        /** An abstract class of tests runs in each of its subclasses. */
        private static boolean isContract(JavaSource source) {
            return source.tree().getTypeDecls().getFirst() instanceof ClassTree type
                    && (type.getKind() == Tree.Kind.INTERFACE
                            || type.getModifiers().getFlags().contains(Modifier.ABSTRACT));
        }
    }
}
