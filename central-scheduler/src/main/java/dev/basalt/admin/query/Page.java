package dev.basalt.admin.query;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * One page of a list that is in order of its keys.
 *
 * @param items what is on it
 * @param nextToken asks for the page that follows; empty when there is none
 * @param totalCount how many there are on all pages
 */
public record Page<T>(List<T> items, String nextToken, int totalCount) {
    private static final int USUAL_SIZE = 100;
    private static final int MOST_SIZE = 1_000;

    public Page {
        items = List.copyOf(items);
    }

    /**
     * Cuts a page out of a list.
     *
     * @param all everything, in order of key
     * @param key what it is in order of
     */
    public static <T> Page<T> of(List<T> all, Function<T, String> key, int pageSize, String pageToken) {
        String after = key(pageToken);
        int size = size(pageSize);
        List<T> items = new ArrayList<>();
        for (T item : all) {
            if (key.apply(item).compareTo(after) <= 0) {
                continue;
            }
            if (items.size() == size) {
                return new Page<>(items, token(key.apply(items.getLast())), all.size());
            }
            items.add(item);
        }
        return new Page<>(items, "", all.size());
    }

    /** How many items a page has that asks for so many. */
    public static int size(int pageSize) {
        if (pageSize < 0) {
            throw AdminErrors.badField("page_size", Integer.toString(pageSize), "is below 0. Maybe leave it out.");
        }
        return pageSize == 0 ? USUAL_SIZE : Math.min(pageSize, MOST_SIZE);
    }

    /** The token that asks for what follows that key. */
    public static String token(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    /** The key in a token; empty for an empty one. */
    public static String key(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw AdminErrors.badField(
                    "page_token", token, "is not a token of this service. Maybe begin with an empty one.");
        }
    }
}
