package dev.basalt.world;

import dev.basalt.simulate.world.Agenda;

/** A way for messages that loses, repeats, delays and so reorders them while faults are on. */
final class Wire {
    private static final long LATENCY_MILLIS = 5;

    private final Agenda agenda;
    private final Luck luck;
    private final Rates rates;
    private boolean faulty = true;

    /**
     * How often something goes wrong, in percent.
     *
     * @param lost messages that never arrive
     * @param repeated messages that arrive twice
     * @param late messages that take up to three seconds
     */
    record Rates(int lost, int repeated, int late) {}

    Wire(Agenda agenda, Luck luck, Rates rates) {
        this.agenda = agenda;
        this.luck = luck;
        this.rates = rates;
    }

    void heal() {
        faulty = false;
    }

    /** Delivers after a time, once, twice or never. */
    void send(Runnable delivery) {
        if (!faulty) {
            agenda.at(agenda.nowMillis() + LATENCY_MILLIS, delivery);
            return;
        }
        if (luck.percent(rates.lost())) {
            return;
        }
        agenda.at(agenda.nowMillis() + delayMillis(), delivery);
        if (luck.percent(rates.repeated())) {
            agenda.at(agenda.nowMillis() + delayMillis(), delivery);
        }
    }

    private long delayMillis() {
        return luck.percent(rates.late()) ? luck.between(100, 3_000) : luck.between(1, 30);
    }
}
