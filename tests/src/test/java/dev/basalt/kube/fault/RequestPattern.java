package dev.basalt.kube.fault;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which requests are meant.
 *
 * @param method HTTP method as a regular expression
 * @param path the whole path, without query, as a regular expression
 * @param kind whether watches are meant, or all but them
 */
public record RequestPattern(Pattern method, Pattern path, Kind kind) {
    public enum Kind {
        ANY,
        WATCH,
        NO_WATCH
    }

    public static RequestPattern of(String method, String path) {
        return new RequestPattern(Pattern.compile(method), Pattern.compile(path), Kind.ANY);
    }

    /** Of every pod, in every namespace. */
    public static RequestPattern bind() {
        return bind("[^/]+");
    }

    /** Of the pods whose name matches. */
    public static RequestPattern bind(String podName) {
        return of("POST", "/api/v1/namespaces/[^/]+/pods/" + podName + "/binding");
    }

    /** Watches of a resource by its plural, over all namespaces or one. */
    public static RequestPattern watch(String plural) {
        return new RequestPattern(Pattern.compile("GET"), collection(plural), Kind.WATCH);
    }

    /** Lists of a resource by its plural, over all namespaces or one. */
    public static RequestPattern list(String plural) {
        return new RequestPattern(Pattern.compile("GET"), collection(plural), Kind.NO_WATCH);
    }

    public static RequestPattern everything() {
        return of(".*", ".*");
    }

    boolean matches(String requestMethod, String uri) {
        QueryStringDecoder query = new QueryStringDecoder(uri);
        return method.matcher(requestMethod).matches()
                && path.matcher(query.path()).matches()
                && (kind == Kind.ANY || (kind == Kind.WATCH) == isWatch(uri));
    }

    static boolean isWatch(String uri) {
        List<String> watch = new QueryStringDecoder(uri).parameters().getOrDefault("watch", List.of());
        return watch.contains("true") || watch.contains("1");
    }

    private static Pattern collection(String plural) {
        return Pattern.compile("/(api|apis/[^/]+)/[^/]+/(namespaces/[^/]+/)?" + plural);
    }
}
