package dev.basalt.admin.query;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A list request: which resources, and which page of them.
 *
 * @param filter see {@link Filter}
 * @param pageSize 0 is not said
 * @param pageToken token of the page before; empty for the first
 */
public record Query(String filter, int pageSize, String pageToken) {
    /**
     * Answers it.
     *
     * @param all every resource, in order of name
     * @param name name of a resource
     * @param fields what a resource can be filtered by
     */
    public <T> Page<T> answer(List<T> all, Function<T, String> name, Function<T, SortedMap<String, String>> fields) {
        Filter conditions = Filter.parse(filter);
        List<T> passing = all.stream()
                .filter(item -> conditions.passes(fields.apply(item)))
                .toList();
        return Page.of(passing, name, pageSize, pageToken);
    }
}
