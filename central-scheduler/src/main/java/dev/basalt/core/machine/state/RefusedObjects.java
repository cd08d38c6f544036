package dev.basalt.core.machine.state;

import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PublishedView.RefusedObject;
import java.util.ArrayList;
import java.util.List;

/** Objects that could not be understood, each reported once, until a good version of it arrives. */
public final class RefusedObjects {
    private final List<RefusedObject> reports = new ArrayList<>();

    /** Reports an object; a report that is older than the known one is ignored. */
    public void add(RefusedObject refused) {
        for (RefusedObject known : reports) {
            if (isSame(known, refused) && known.version() > refused.version()) {
                return;
            }
        }
        reports.removeIf(known -> isSame(known, refused));
        reports.add(refused);
        if (reports.size() > Limits.REFUSED_OBJECTS) {
            reports.removeFirst();
        }
    }

    /** A good version of the object of that identity arrived, whatever kind its bad version was. */
    public void healed(String identity, long version) {
        reports.removeIf(refused -> refused.identity().equals(identity) && refused.version() <= version);
    }

    /** All, oldest report first. */
    public List<RefusedObject> all() {
        return List.copyOf(reports);
    }

    private static boolean isSame(RefusedObject left, RefusedObject right) {
        return left.kind().equals(right.kind()) && left.identity().equals(right.identity());
    }
}
