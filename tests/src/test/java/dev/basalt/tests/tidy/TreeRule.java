package dev.basalt.tests.tidy;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A rule that walks the syntax tree. A subclass overrides the visits it cares about and calls {@link #report}. */
abstract class TreeRule extends TreePathScanner<@Nullable Void, JavaSource> {
    private final List<Violation> found = new ArrayList<>();

    /** A walk keeps what it found, so each file gets a new one. */
    static Rule each(Supplier<? extends TreeRule> walk) {
        return source -> walk.get().walk(source);
    }

    final List<Violation> walk(JavaSource source) {
        scan(source.tree(), source);
        return List.copyOf(found);
    }

    void report(JavaSource source, Tree part, String message) {
        found.add(source.violation(part, message));
    }
}
