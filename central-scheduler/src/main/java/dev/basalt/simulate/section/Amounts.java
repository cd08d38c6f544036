package dev.basalt.simulate.section;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations, memory and CPU as people write them, read without floating point. */
public final class Amounts {
    private static final Pattern DURATION_PART = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)\\s*([A-Za-z]*)");
    private static final Map<String, Long> DURATION_UNIT_MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
    private static final Map<String, BigDecimal> MEMORY_UNIT_BYTES = memoryUnits();

    private Amounts() {}

    /** Milliseconds of {@code 90s}, {@code 1h30m}, {@code 250ms}; -1 when it is none. */
    public static long durationMillis(String text) {
        Matcher part = DURATION_PART.matcher(text);
        long millis = 0;
        int end = 0;
        while (part.find() && part.start() == end) {
            millis += Long.parseLong(part.group(1)) * DURATION_UNIT_MILLIS.getOrDefault(part.group(2), 0L);
            end = part.end();
        }
        return end == text.length() && end > 0 ? millis : -1;
    }

    /** Bytes of {@code 12GiB}, {@code 80Gi}, {@code 40GB}; -1 when it is none or names no unit. */
    public static long memoryBytes(String text) {
        Matcher number = NUMBER_WITH_UNIT.matcher(text);
        if (!number.matches()) {
            return -1;
        }
        BigDecimal unit = MEMORY_UNIT_BYTES.get(number.group(2));
        if (unit == null) {
            return -1;
        }
        BigDecimal bytes = new BigDecimal(number.group(1)).multiply(unit);
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? -1 : bytes.longValue();
    }

    /** Thousandths of {@code 4}, {@code 0.5} or {@code 500m}; -1 when it is none. */
    public static long milli(String text) {
        Matcher number = NUMBER_WITH_UNIT.matcher(text);
        if (!number.matches()) {
            return -1;
        }
        BigDecimal value = new BigDecimal(number.group(1));
        return switch (number.group(2)) {
            case "" -> value.movePointRight(3).longValue();
            case "m" -> value.longValue();
            default -> -1;
        };
    }

    private static Map<String, BigDecimal> memoryUnits() {
        Map<String, BigDecimal> units = new TreeMap<>();
        String[] prefixes = {"K", "M", "G", "T"};
        BigDecimal binary = BigDecimal.ONE;
        BigDecimal decimal = BigDecimal.ONE;
        for (String prefix : prefixes) {
            binary = binary.multiply(BigDecimal.valueOf(1024));
            decimal = decimal.multiply(BigDecimal.valueOf(1000));
            units.put(prefix + "i", binary);
            units.put(prefix + "iB", binary);
            units.put(prefix + "B", decimal);
        }
        return units;
    }
}
