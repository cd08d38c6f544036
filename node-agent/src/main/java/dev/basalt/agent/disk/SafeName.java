package dev.basalt.agent.disk;

import java.util.regex.Pattern;

/** Names from outside that become names of files: pod UIDs and container names. */
public final class SafeName {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}");

    private SafeName() {}

    /** True for letters, digits, dot, dash and underscore, at most 200, not beginning with a dot. */
    public static boolean isSafe(String name) {
        return SAFE.matcher(name).matches();
    }

    /**
     * The name itself.
     *
     * @param what the field it came from
     * @throws IllegalArgumentException when it is not safe, with the field and the value
     */
    public static String require(String what, String name) {
        if (!isSafe(name)) {
            throw new IllegalArgumentException(
                    what + " '" + name + "' cannot name a file: 1 to 200 letters, digits, '.', '-' and"
                            + " '_' are allowed, the first not a dot. Maybe it was cut off or encoded on its way");
        }
        return name;
    }
}
