package dev.basalt.kubernetes.lease;

/** Fences for tests of those who ask them. */
public final class Fences {
    private Fences() {}

    /** One that allows an epoch for an hour of the machine's clock. */
    public static Fence open(long epoch) {
        Fence fence = new Fence(Fences::nowMillis);
        fence.open(epoch, nowMillis() + 3_600_000, nowMillis() + 3_700_000);
        return fence;
    }

    public static void shut(Fence fence) {
        fence.shut();
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }
}
