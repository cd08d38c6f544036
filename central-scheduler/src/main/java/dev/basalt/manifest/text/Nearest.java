package dev.basalt.manifest.text;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the word that somebody most likely meant. */
public final class Nearest {
    private static final int FEWEST_LETTERS = 3;
    private static final int AFTER_PLURALS = 1_000;
    private static final int AFTER_BEGINNINGS = 2_000;

    private Nearest() {}

    /**
     * The known word that is nearest, or null when none is near: first one that is the same but for its plural, then
     * one that is its beginning or its longer form, then the one with the fewest changed letters. Case and dashes cost
     * nothing.
     */
    public static @Nullable String to(String word, Collection<String> known) {
        String plain = plain(word);
        String nearest = null;
        int best = Integer.MAX_VALUE;
        for (String candidate : known) {
            int cost = cost(plain, plain(candidate));
            if (cost < best) {
                best = cost;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Smaller is nearer; the largest number is not near. */
    private static int cost(String word, String candidate) {
        int distance = distance(word, candidate);
        if (distance == 0 || plural(word, candidate) || plural(candidate, word)) {
            return distance;
        }
        if (begins(word, candidate)) {
            return AFTER_PLURALS + distance;
        }
        int most = Math.max(1, Math.min(3, word.length() / 3));
        return distance <= most ? AFTER_BEGINNINGS + distance : Integer.MAX_VALUE;
    }

    private static boolean plural(String one, String many) {
        return many.equals(one + "s") || many.equals(one + "es");
    }

    /** Whether one begins the other; a few letters, or a small part, say too little. */
    private static boolean begins(String word, String candidate) {
        boolean cutShort = candidate.startsWith(word) && word.length() >= FEWEST_LETTERS;
        boolean goesOn = word.startsWith(candidate)
                && candidate.length() >= FEWEST_LETTERS
                && 2 * candidate.length() >= word.length();
        return cutShort || goesOn;
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
