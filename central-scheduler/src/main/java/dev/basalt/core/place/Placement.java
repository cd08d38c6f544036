package dev.basalt.core.place;

import dev.basalt.core.place.GangAsk.GroupAsk;
import java.util.List;

/** What became of one gang on a statement. */
public sealed interface Placement {
    /**
     * At least what it needs is seated, and taken on the statement.
     *
     * @param seats in no particular order
     */
    record Seated(List<GangSeat> seats) implements Placement {
        public Seated {
            seats = List.copyOf(seats);
        }
    }

    /** Members do not fit on any nodes together; nothing is taken. */
    record NoRoom() implements Placement {}

    /** There is room, but the gate does not let so much in; nothing is taken. */
    record Barred() implements Placement {}

    /** A group that must lie in one domain fits in none; nothing is taken. */
    record NoDomain(GroupAsk group) implements Placement {}
}
