package dev.basalt.tests.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One parsed Java file; {@code path} is relative to the repository, with slashes. */
record JavaSource(String path, String text, CompilationUnitTree tree, SourcePositions positions) {

    /** Where a text lies, before it is parsed. */
    record Text(String path, String text) {}

    static JavaSource parse(String path, String text) {
        return parse(List.of(new Text(path, text))).getFirst();
    }

    /** Parses all in one go: starting a compiler costs more than a file. */
    static List<JavaSource> parse(List<Text> texts) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = texts.stream().map(InMemory::new).toList();
        var task = (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, files);
        var positions = Trees.instance(task).getSourcePositions();
        var sources = new ArrayList<JavaSource>();
        try {
            var trees = task.parse().iterator(); // in the order of the files
            for (var text : texts) {
                sources.add(new JavaSource(text.path(), text.text(), trees.next(), positions));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot parse sources", e);
        }
        return sources;
    }

    private static final class InMemory extends SimpleJavaFileObject {
        private final Text source;

        InMemory(Text source) {
            super(URI.create("string:///" + source.path()), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source.text();
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
