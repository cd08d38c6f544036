package dev.basalt.cli.option;

import java.math.BigInteger;
import picocli.CommandLine.TypeConversionException;

/** Numbers of options, with a word for those that are too large. */
public final class WholeNumber {
    private WholeNumber() {}

    /**
     * Reads one.
     *
     * @throws TypeConversionException with what is wrong
     */
    public static long read(String text, long most) {
        if (!text.matches("[+-]?\\d+")) {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
        BigInteger number = new BigInteger(text);
        if (number.abs().compareTo(BigInteger.valueOf(most)) > 0) {
            throw new TypeConversionException(text + " is too large, at most " + most);
        }
        return number.longValueExact();
    }
}
