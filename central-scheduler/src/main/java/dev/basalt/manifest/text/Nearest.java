package dev.basalt.manifest.text;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the word that somebody most likely meant. */
public final class Nearest {
    private Nearest() {}

    /** The known word with the fewest changed letters, or null when none is near. Case and dashes cost nothing. */
    public static @Nullable String to(String word, Collection<String> known) {
        String plain = plain(word);
        String nearest = null;
        int best = Math.max(1, Math.min(3, plain.length() / 3)) + 1;
        for (String candidate : known) {
            int distance = distance(plain, plain(candidate));
            if (distance < best) {
                best = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    private static String plain(String word) {
        String cut = word.length() > 80 ? word.substring(0, 80) : word;
        return cut.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
