package dev.basalt.cli.text;

import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers as people read them. */
public final class Amounts {
    private static final long MIB_PER_GIB = 1024;
    private static final long BYTES_PER_MIB = 1024 * 1024;
    private static final String GPU_MILLI = "basalt.dev/gpu-milli";

    private Amounts() {}

    /** Memory: {@code 512 MiB}, {@code 40 GiB}, {@code 39.5 GiB}. */
    public static String mib(long mib) {
        if (mib < 10 * MIB_PER_GIB) {
            return mib + " MiB";
        }
        long tenths = Math.round(mib * 10.0 / MIB_PER_GIB);
        return (tenths % 10 == 0 ? String.valueOf(tenths / 10) : tenths / 10 + "." + tenths % 10) + " GiB";
    }

    /** Thousandths as percent: {@code 30 %}. */
    public static String percent(long permille) {
        return permille % 10 == 0 ? permille / 10 + " %" : permille / 10 + "." + permille % 10 + " %";
    }

    /** Thousandths as pieces: {@code 2}, {@code 0.5}. */
    public static String thousandths(long milli) {
        return milli % 1000 == 0
                ? String.valueOf(milli / 1000)
                : String.format(Locale.ROOT, "%.3f", milli / 1000.0).replaceAll("0+$", "");
    }

    /** A span of time: {@code 850 ms}, {@code 12 s}, {@code 3 m 20 s}, {@code 5 h 2 m}, {@code 3 d 4 h}. */
    public static String span(long millis) {
        long seconds = millis / 1000;
        if (millis < 1000) {
            return Math.max(0, millis) + " ms";
        }
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " m " + seconds % 60 + " s";
        }
        long hours = seconds / 3600;
        return hours < 48 ? hours + " h " + seconds / 60 % 60 + " m" : hours / 24 + " d " + hours % 24 + " h";
    }

    /** Age of a moment; empty when the moment is not set. */
    public static String age(long unixMillis, long nowUnixMillis) {
        return unixMillis == 0 ? "" : span(Math.max(0, nowUnixMillis - unixMillis));
    }

    /** A resource vector: {@code cpu 4, memory 16 GiB, GPU 2}. */
    public static String resources(ResourceVector vector) {
        List<String> words = new ArrayList<>();
        for (ResourceAmount amount : vector.getAmountsList()) {
            words.add(resource(amount.getName(), amount.getAmount()));
        }
        return String.join(", ", words);
    }

    private static String resource(String name, long amount) {
        return resourceName(name) + " " + amount(name, amount);
    }

    /** What people call a resource: {@code GPU}, {@code NVIDIA A10}, {@code cpu}. */
    static String resourceName(String name) {
        if (name.startsWith(GPU_MILLI + ".")) {
            return name.substring(GPU_MILLI.length() + 1);
        }
        return name.equals(GPU_MILLI) ? "GPU" : name;
    }

    /** An amount of a resource: {@code 1.5}, {@code 16 GiB}. */
    static String amount(String name, long amount) {
        return switch (name) {
            case "memory", "ephemeral-storage" -> mib(amount / BYTES_PER_MIB);
            case "cpu", GPU_MILLI -> thousandths(amount);
            default -> name.startsWith(GPU_MILLI + ".") ? thousandths(amount) : String.valueOf(amount);
        };
    }
}
