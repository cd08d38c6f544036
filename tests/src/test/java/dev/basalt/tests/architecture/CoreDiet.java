package dev.basalt.tests.architecture;

import java.util.List;
import java.util.Set;

/** What the pure core may use of the JDK: no input or output, clock, randomness, threads, or order by hash. */
final class CoreDiet {
    private static final List<String> PACKAGES = List.of(
            "java.lang",
            "java.lang.annotation",
            "java.lang.invoke",
            "java.lang.runtime",
            "java.util",
            "java.util.function",
            "java.util.stream",
            "java.util.regex",
            "java.math",
            "org.jspecify.annotations");

    private static final Set<String> BANNED_CLASSES = Set.of(
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.Runtime",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.ClassLoader",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Hashtable",
            "java.util.IdentityHashMap",
            "java.util.WeakHashMap",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.Date",
            "java.util.Calendar",
            "java.util.Timer",
            "java.util.Scanner",
            "java.util.ServiceLoader");

    /** {@code System.arraycopy} is the one thing of System that depends on its arguments alone. */
    private static final Set<String> BANNED_MEMBERS = Set.of(
            "java.lang.Math.random",
            "java.lang.Object.hashCode",
            "java.util.UUID.randomUUID",
            "java.util.Set.of",
            "java.util.Set.copyOf",
            "java.util.Map.of",
            "java.util.Map.ofEntries",
            "java.util.Map.copyOf",
            "java.util.Collections.shuffle",
            "java.util.Collection.parallelStream",
            "java.util.stream.Collectors.toSet",
            "java.util.stream.Collectors.toUnmodifiableSet",
            "java.util.stream.Collectors.toUnmodifiableMap");

    private CoreDiet() {}

    static boolean allowsClass(String packageName, String className) {
        return className.equals("java.time.Duration")
                || (PACKAGES.contains(packageName) && !BANNED_CLASSES.contains(className));
    }

    static boolean allowsMember(String className, String member) {
        return className.equals("java.lang.System")
                ? member.equals("arraycopy")
                : !BANNED_MEMBERS.contains(className + "." + member);
    }
}
