package dev.basalt.manifest.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An amount as Kubernetes writes it ({@code 500m}, {@code 1.5Gi}, {@code 1e3}), exact.
 *
 * @param amount the amount in pieces, bytes or cores
 */
public record Quantity(BigDecimal amount) {
    private static final Pattern FORM = Pattern.compile(
            "([+-]?(?:\\d{1,40}(?:\\.\\d{0,40})?|\\.\\d{1,40}))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\\d{1,9}))?");
    private static final int MAX_EXPONENT = 30;
    private static final String DECIMAL_SUFFIXES = "num kMGTPE";
    private static final String BINARY_SUFFIXES = "KMGTPE";

    /** Reads an amount; null when the text is none, or one whose exponent is beyond any use. */
    public static @Nullable Quantity parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        BigDecimal number = new BigDecimal(parts.group(1));
        String suffix = parts.group(2);
        String exponent = parts.group(3);
        if (exponent != null) {
            int power = Integer.parseInt(exponent);
            return Math.abs(power) > MAX_EXPONENT ? null : new Quantity(number.scaleByPowerOfTen(power));
        }
        if (suffix == null) {
            return new Quantity(number);
        }
        if (suffix.length() == 2) {
            int power = BINARY_SUFFIXES.indexOf(suffix.charAt(0)) + 1;
            return new Quantity(number.multiply(BigDecimal.valueOf(1024).pow(power)));
        }
        int power = 3 * (DECIMAL_SUFFIXES.indexOf(suffix) - 3);
        return new Quantity(number.scaleByPowerOfTen(power));
    }

    /** True when there is no fraction. */
    public boolean whole() {
        return amount.stripTrailingZeros().scale() <= 0;
    }

    public boolean negative() {
        return amount.signum() < 0;
    }

    /** The amount in thousandths or pieces, rounded up as Kubernetes does; null when it is beyond a long. */
    public @Nullable Long times(long unitsPerPiece) {
        BigDecimal units = amount.multiply(BigDecimal.valueOf(unitsPerPiece)).setScale(0, RoundingMode.CEILING);
        return units.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                        || units.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0
                ? null
                : units.longValueExact();
    }
}
