package dev.basalt.simulate.bench;

/** One pass over 80,000 GPUs in plain arrays that finds the tightest fit: what the machine can do at the moment. */
final class Yardstick {
    private static final int GPU_COUNT = 80_000;

    private final int[] freeMib = new int[GPU_COUNT];
    private final short[] freePermille = new short[GPU_COUNT];

    Yardstick() {
        for (int gpu = 0; gpu < GPU_COUNT; gpu++) {
            freeMib[gpu] = gpu * 7919 % 81_920;
            freePermille[gpu] = (short) (gpu * 31 % 1001);
        }
    }

    long pass() {
        int best = -1;
        int bestLeft = Integer.MAX_VALUE;
        for (int gpu = 0; gpu < GPU_COUNT; gpu++) {
            int left = freeMib[gpu] - 16_384;
            if (left >= 0 && freePermille[gpu] >= 250 && left < bestLeft) {
                best = gpu;
                bestLeft = left;
            }
        }
        return best;
    }
}
