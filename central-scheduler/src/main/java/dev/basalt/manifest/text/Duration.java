package dev.basalt.manifest.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go and Kubernetes write them: {@code 90s}, {@code 1h30m}, {@code 1.5h}, {@code 250ms}. */
public final class Duration {
    private static final Pattern PART = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(ms|us|ns|s|m|h|d)");
    private static final long MAX_MILLIS = 10L * 366 * 24 * 3600 * 1000;

    private Duration() {}

    /** Milliseconds, rounded up; null when the text is no duration or longer than ten years. */
    public static @Nullable Long parseMillis(String text) {
        Matcher parts = PART.matcher(text);
        BigDecimal sum = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length()) {
            if (!parts.find(end) || parts.start() != end) {
                return null;
            }
            sum = sum.add(new BigDecimal(parts.group(1)).multiply(millisOf(parts.group(2))));
            end = parts.end();
        }
        if (text.isEmpty() || sum.compareTo(BigDecimal.valueOf(MAX_MILLIS)) > 0) {
            return null;
        }
        return sum.setScale(0, RoundingMode.CEILING).longValueExact();
    }

    private static BigDecimal millisOf(String unit) {
        return switch (unit) {
            case "ns" -> new BigDecimal("0.000001");
            case "us" -> new BigDecimal("0.001");
            case "ms" -> BigDecimal.ONE;
            case "s" -> BigDecimal.valueOf(1_000);
            case "m" -> BigDecimal.valueOf(60_000);
            case "h" -> BigDecimal.valueOf(3_600_000);
            case "d" -> BigDecimal.valueOf(86_400_000);
            default -> throw new IllegalStateException("duration unit '" + unit + "' matched and is not known");
        };
    }
}
