package dev.basalt.tests.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.PrimitiveTypeTree;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** What code must not call: in the core, in tests, and anywhere but where people read. */
final class CallRules {
    private static final String CORE = "dev.basalt.core";

    private CallRules() {}

    /** The core's order must not hang on hash codes; Set.of and Map.of even change theirs with each JVM. */
    static final class HashOrderInCore extends TreeRule {
        private static final List<String> TYPES =
                List.of("HashMap", "HashSet", "IdentityHashMap", "WeakHashMap", "Hashtable", "ConcurrentHashMap");
        private static final Pattern FACTORY =
                Pattern.compile("(java\\.util\\.)?(Set|Map)\\.(of|ofEntries|copyOf|entry)"
                        + "|(java\\.util\\.stream\\.)?Collectors\\.(toSet|toUnmodifiableSet|toUnmodifiableMap)"
                        + "|.*\\.parallelStream|.*\\.identityHashCode");

        @Override
        public @Nullable Void visitIdentifier(IdentifierTree identifier, JavaSource source) {
            if (source.isIn(CORE)
                    && !source.isTest()
                    && TYPES.contains(identifier.getName().toString())) {
                report(source, identifier, identifier.getName() + " has no order of its own. Maybe TreeMap, or a list");
            }
            return super.visitIdentifier(identifier, source);
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, JavaSource source) {
            check(select.getExpression() + "." + select.getIdentifier(), select, source);
            return super.visitMemberSelect(select, source);
        }

        @Override
        public @Nullable Void visitMemberReference(MemberReferenceTree reference, JavaSource source) {
            check(reference.getQualifierExpression() + "." + reference.getName(), reference, source);
            return super.visitMemberReference(reference, source);
        }

        private void check(String name, com.sun.source.tree.Tree part, JavaSource source) {
            var last = name.substring(name.lastIndexOf('.') + 1);
            boolean unordered = FACTORY.matcher(name).matches() || TYPES.contains(last);
            if (source.isIn(CORE) && !source.isTest() && unordered) {
                report(source, part, name + " has no order of its own. Maybe a list, or a sorted collection");
            }
        }
    }

    /** Scores are whole numbers: the same on every machine, and no order of summing changes them. */
    static final class FloatingPointInCore extends TreeRule {
        @Override
        public @Nullable Void visitPrimitiveType(PrimitiveTypeTree type, JavaSource source) {
            boolean floating =
                    type.getPrimitiveTypeKind() == TypeKind.DOUBLE || type.getPrimitiveTypeKind() == TypeKind.FLOAT;
            if (floating && source.isIn(CORE) && !source.isTest()) {
                report(source, type, type + " in the core. Maybe permille, or a fraction kept as two whole numbers");
            }
            return super.visitPrimitiveType(type, source);
        }
    }

    /**
     * People read the terminal of commands; everything else logs. A main speaks before there is a log, and a long test
     * says how far it is.
     */
    static final class PrintOutsideTerminal extends TreeRule {
        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, JavaSource source) {
            var name = select.toString();
            boolean terminal = source.isIn("dev.basalt.cli")
                    || source.isIn("dev.basalt.agent.smi")
                    || source.isTest()
                    || source.fileTypeName().endsWith("Main");
            if ((name.equals("System.out") || name.equals("System.err")) && !terminal) {
                report(source, select, name + " outside the command line. Maybe a logger");
            }
            return super.visitMemberSelect(select, source);
        }
    }

    /** A sleeping test is slow on a good day and wrong on a bad one. */
    static final class SleepInTest extends TreeRule {
        private static final Pattern SLEEP =
                Pattern.compile("Thread\\.sleep|TimeUnit\\.\\w+\\.sleep|LockSupport\\.park(Nanos|Until)");

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, JavaSource source) {
            if (source.isTest() && SLEEP.matcher(select.toString()).matches()) {
                report(source, select, select + " in a test. Maybe await a condition");
            }
            return super.visitMemberSelect(select, source);
        }
    }

    /** A test that may be left out is no test. */
    static final class SkippedTest extends TreeRule {
        private static final Pattern SKIPPING = Pattern.compile("(.*\\.)?(Disabled|DisabledIf|Ignore|EnabledIf)\\w*");
        private static final Pattern ASSUMPTION =
                Pattern.compile("(Assumptions\\.)?(assumeTrue|assumeFalse|assumingThat|assumeThat)|abort");

        @Override
        public @Nullable Void visitAnnotation(AnnotationTree annotation, JavaSource source) {
            if (source.isTest()
                    && SKIPPING.matcher(annotation.getAnnotationType().toString())
                            .matches()) {
                report(source, annotation, annotation.getAnnotationType() + " skips a test. Maybe fix or remove it");
            }
            return super.visitAnnotation(annotation, source);
        }

        @Override
        public @Nullable Void visitIdentifier(IdentifierTree identifier, JavaSource source) {
            if (source.isTest() && ASSUMPTION.matcher(identifier.getName()).matches()) {
                report(source, identifier, identifier + " skips a test. Maybe make sure of it instead");
            }
            return super.visitIdentifier(identifier, source);
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree select, JavaSource source) {
            if (source.isTest() && ASSUMPTION.matcher(select.toString()).matches()) {
                report(source, select, select + " skips a test. Maybe make sure of it instead");
            }
            return super.visitMemberSelect(select, source);
        }
    }

    /**
     * An error that nobody sees is worse than one that stops. All errors at once are for the loop alone, and for
     * foreign calls, because a method handle is declared to throw Throwable.
     */
    static final class SwallowedError extends TreeRule {
        private static final List<String> CATCH_ALL = List.of("dev.basalt.loop", "dev.basalt.nvml.foreign");

        @Override
        public @Nullable Void visitCatch(CatchTree caught, JavaSource source) {
            var type = caught.getParameter().getType().toString();
            if (type.equals("Throwable") && CATCH_ALL.stream().noneMatch(source::isIn) && !source.isTest()) {
                report(source, caught, "catch of Throwable. Maybe the exception that is meant");
            }
            if (isEmpty(caught.getBlock(), source)) {
                report(source, caught, "empty catch of " + type + ". Maybe say why nothing is to be done");
            }
            return super.visitCatch(caught, source);
        }

        private static boolean isEmpty(BlockTree block, JavaSource source) {
            int from = (int) source.positions().getStartPosition(source.tree(), block);
            int to = (int) source.positions().getEndPosition(source.tree(), block);
            return block.getStatements().isEmpty()
                    && source.text().substring(from + 1, to - 1).isBlank();
        }
    }
}
