package dev.basalt.simulate.world;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** What is still to happen, in order of virtual time; equal times keep the order in which they were planned. */
public final class Agenda {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private final SplittableRandom random;
    private final boolean varied;
    private final TreeMap<String, Long> laneMillis = new TreeMap<>();
    private long nowMillis;
    private long planned;
    private int lasting;

    /** Seed 0 uses the same latency always; any other varies it. */
    public Agenda(long seed) {
        this.random = new SplittableRandom(seed);
        this.varied = seed != 0;
    }

    public long nowMillis() {
        return nowMillis;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** True when something beside periodic work is still to happen. */
    public boolean hasLasting() {
        return lasting > 0;
    }

    /** Time of the next entry. */
    public long nextMillis() {
        return entries.isEmpty() ? Long.MAX_VALUE : entries.peek().atMillis();
    }

    /** Plans something at an absolute time, not before now. */
    public void at(long atMillis, Runnable work) {
        entries.add(new Entry(Math.max(atMillis, nowMillis), planned++, true, work));
        lasting++;
    }

    /** Plans something after one latency of a message. */
    public void soon(Runnable work) {
        at(nowMillis + latencyMillis(), work);
    }

    /** Plans something after one latency, and after all that was planned before on the same lane. */
    public void inOrder(String lane, Runnable work) {
        Long last = laneMillis.get(lane);
        long atMillis = Math.max(nowMillis + latencyMillis(), last == null ? 0 : last);
        laneMillis.put(lane, atMillis);
        at(atMillis, work);
    }

    /** Plans something that comes again and again and so keeps no story alive. */
    public void periodicAt(long atMillis, Runnable work) {
        entries.add(new Entry(Math.max(atMillis, nowMillis), planned++, false, work));
    }

    /** Takes the next entry and moves the clock to it. */
    public Runnable next() {
        Entry entry = entries.remove();
        nowMillis = entry.atMillis();
        if (entry.lasting()) {
            lasting--;
        }
        return entry.work();
    }

    /** A random number below {@code bound}; 0 with seed 0. */
    public int pick(int bound) {
        return varied ? random.nextInt(bound) : 0;
    }

    public boolean varied() {
        return varied;
    }

    private long latencyMillis() {
        return varied ? 1 + random.nextInt(40) : 5;
    }

    private record Entry(long atMillis, long order, boolean lasting, Runnable work) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
