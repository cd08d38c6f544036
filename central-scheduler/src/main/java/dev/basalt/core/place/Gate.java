package dev.basalt.core.place;

import java.util.List;

/** Says whether seats that have room may also be paid for. */
public interface Gate {
    /**
     * Admits seats together or not at all, and counts those it admitted.
     *
     * @param seats first all that a gang needs, then further ones
     */
    boolean admit(List<GangSeat> seats);
}
