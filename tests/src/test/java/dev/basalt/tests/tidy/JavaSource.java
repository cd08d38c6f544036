package dev.basalt.tests.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One parsed Java file; {@code path} is relative to the repository, with slashes. */
record JavaSource(String path, String text, CompilationUnitTree tree, SourcePositions positions) {

    static JavaSource parse(String path, String text) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var file = new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        var task = (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, List.of(file));
        try {
            var tree = task.parse().iterator().next();
            return new JavaSource(path, text, tree, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot parse " + path, e);
        }
    }

    boolean isTest() {
        return path.contains("/src/test/");
    }

    boolean isPackageInfo() {
        return path.endsWith("/package-info.java");
    }

    /** Empty for a file without a package. */
    String packageName() {
        var name = tree.getPackageName();
        return name == null ? "" : name.toString();
    }

    boolean isIn(String packageName) {
        return packageName().equals(packageName) || packageName().startsWith(packageName + ".");
    }

    /** {@code FooTest} for {@code a/FooTest.java}. */
    String fileTypeName() {
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }

    List<String> lines() {
        return text.lines().toList();
    }

    long lineOf(Tree part) {
        return tree.getLineMap().getLineNumber(positions.getStartPosition(tree, part));
    }

    long lineCountOf(Tree part) {
        return tree.getLineMap().getLineNumber(positions.getEndPosition(tree, part)) - lineOf(part) + 1;
    }

    Violation violation(Tree part, String message) {
        return new Violation(path, lineOf(part), message);
    }
}
