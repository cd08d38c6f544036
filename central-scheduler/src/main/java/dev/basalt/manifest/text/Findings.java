package dev.basalt.manifest.text;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong or odd about one object. The first finding of a severity on a field is kept. */
public final class Findings {
    private static final int MOST = 100;

    private final String object;
    private final List<Finding> found = new ArrayList<>();

    /** @param object the object, as {@code Job team-a/train} */
    public Findings(String object) {
        this.object = object;
    }

    /** Something odd, and how it was read. */
    public void warn(Field field, String problem, String readAs, String maybe) {
        add(new Finding(
                Finding.Severity.WARNING, object, field.path(), field.shown(), problem, readAs, maybe, field.line()));
    }

    /** Something that refuses the object. */
    public void error(Field field, String problem, String maybe) {
        add(new Finding(Finding.Severity.ERROR, object, field.path(), field.shown(), problem, "", maybe, field.line()));
    }

    /** The text itself is broken at a line. */
    public void broken(int line, String shown, String problem, String maybe) {
        add(new Finding(Finding.Severity.ERROR, object, "line " + line, shown, problem, "", maybe, line));
    }

    /** True once an error was found. */
    public boolean refused() {
        return found.stream().anyMatch(finding -> finding.severity() == Finding.Severity.ERROR);
    }

    /** What was found, in the order it was found. */
    public List<Finding> list() {
        return List.copyOf(found);
    }

    private void add(Finding finding) {
        boolean known = found.stream()
                .anyMatch(other -> other.severity() == finding.severity()
                        && other.field().equals(finding.field())
                        && (other.problem().equals(finding.problem()) || finding.severity() == Finding.Severity.ERROR));
        if (known) {
            return;
        }
        if (found.size() < MOST || (finding.severity() == Finding.Severity.ERROR && !refused())) {
            found.add(finding);
        }
    }
}
