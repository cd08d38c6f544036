package dev.basalt.tests.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How long things may be: what one person can hold in the head. */
final class SizeRules {
    static final int MAX_FUNCTION_LINES = 60;
    static final int MAX_FILE_LINES = 400;
    static final int MAX_PACKAGE_FILES = 15;
    static final int MAX_PARAMETERS = 5;
    static final int MAX_COLUMNS = 120;

    private SizeRules() {}

    static List<Violation> fileLength(JavaSource source) {
        int length = source.lines().size();
        return length <= MAX_FILE_LINES
                ? List.of()
                : List.of(new Violation(
                        source.path(), length, "file has " + length + " lines, at most " + MAX_FILE_LINES));
    }

    /** Tests and text blocks are free: what a driver or a user wrote is quoted as it was. */
    static List<Violation> lineLength(JavaSource source) {
        if (source.isTest()) {
            return List.of();
        }
        var found = new ArrayList<Violation>();
        var lines = source.lines();
        boolean quoted = false;
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            int columns = line.codePointCount(0, line.length());
            if (columns > MAX_COLUMNS && !quoted && !line.startsWith("import ")) {
                found.add(new Violation(
                        source.path(), i + 1, "line has " + columns + " columns, at most " + MAX_COLUMNS));
            }
            boolean flips = line.split("\"\"\"", -1).length % 2 == 0;
            quoted = quoted != flips;
        }
        return found;
    }

    /** Counts the Java files of each package, main and test apart, without {@code package-info}. */
    static List<Violation> packageSize(List<JavaSource> sources) {
        var counts = new TreeMap<String, Integer>();
        for (var source : sources) {
            if (!source.isPackageInfo()) {
                counts.merge(source.path().substring(0, source.path().lastIndexOf('/')), 1, Integer::sum);
            }
        }
        var found = new ArrayList<Violation>();
        counts.forEach((folder, count) -> {
            if (count > MAX_PACKAGE_FILES) {
                found.add(new Violation(folder, 1, "package has " + count + " files, at most " + MAX_PACKAGE_FILES));
            }
        });
        return found;
    }

    /** One constructor is the object graph and may be longer (docs/adr/0007). */
    static final class FunctionLength extends TreeRule {
        private static final String OBJECT_GRAPH = "SchedulerServer";
        private static final int MAX_OBJECT_GRAPH_LINES = 120;

        @Override
        public @Nullable Void visitMethod(MethodTree method, JavaSource source) {
            long length = source.lineCountOf(method);
            boolean graph = method.getName().contentEquals("<init>")
                    && source.fileTypeName().equals(OBJECT_GRAPH);
            int most = graph ? MAX_OBJECT_GRAPH_LINES : MAX_FUNCTION_LINES;
            if (length > most) {
                report(source, method, "function " + method.getName() + " has " + length + " lines, at most " + most);
            }
            return super.visitMethod(method, source);
        }
    }

    /** Constructors of records are free: their parameters are the data. So are methods whose shape others decide. */
    static final class ParameterCount extends TreeRule {
        @Override
        public @Nullable Void visitMethod(MethodTree method, JavaSource source) {
            int count = method.getParameters().size();
            if (count > MAX_PARAMETERS && !isRecordConstructor(method) && !NameRules.isOverride(method)) {
                report(
                        source,
                        method,
                        "function " + method.getName() + " has " + count + " parameters, at most " + MAX_PARAMETERS);
            }
            return super.visitMethod(method, source);
        }

        private boolean isRecordConstructor(MethodTree method) {
            return method.getName().contentEquals("<init>")
                    && getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type
                    && type.getKind() == Tree.Kind.RECORD;
        }
    }
}
