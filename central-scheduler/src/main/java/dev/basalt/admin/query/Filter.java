package dev.basalt.admin.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Conditions on fields, all of which must hold, as AIP-160 writes them: {@code queue = "team-a" AND priority >= 10}.
 */
public final class Filter {
    private final List<Condition> conditions;

    private Filter(List<Condition> conditions) {
        this.conditions = conditions;
    }

    private record Condition(String field, String operator, String value) {}

    /** Reads a filter; an empty one holds always. */
    public static Filter parse(String text) {
        List<String> tokens = tokens(text);
        List<Condition> conditions = new ArrayList<>();
        int at = 0;
        while (at < tokens.size()) {
            if (!conditions.isEmpty()) {
                if (!tokens.get(at).equals("AND")) {
                    throw wrong(text, "has '" + tokens.get(at) + "' where AND should be");
                }
                at++;
            }
            if (at + 3 > tokens.size()) {
                throw wrong(text, "ends within a condition");
            }
            String operator = tokens.get(at + 1);
            if (!List.of("=", "!=", "<", "<=", ">", ">=", ":").contains(operator)) {
                throw wrong(text, "has '" + operator + "' where one of = != < <= > >= : should be");
            }
            conditions.add(new Condition(tokens.get(at), operator, unquoted(tokens.get(at + 2))));
            at += 3;
        }
        return new Filter(conditions);
    }

    /** Whether a resource with these fields passes. A field that no resource of the kind has is an error. */
    public boolean passes(SortedMap<String, String> fields) {
        for (Condition condition : conditions) {
            String value = fields.get(condition.field());
            if (value == null) {
                throw AdminErrors.badField(
                        "filter",
                        condition.field(),
                        "is not a field to filter by. Maybe one of " + String.join(", ", fields.keySet()) + ".");
            }
            if (!holds(condition, value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Condition condition, String value) {
        return switch (condition.operator()) {
            case "=" -> value.equalsIgnoreCase(condition.value());
            case "!=" -> !value.equalsIgnoreCase(condition.value());
            case ":" ->
                value.toLowerCase(Locale.ROOT).contains(condition.value().toLowerCase(Locale.ROOT));
            case "<" -> compare(condition, value) < 0;
            case "<=" -> compare(condition, value) <= 0;
            case ">" -> compare(condition, value) > 0;
            default -> compare(condition, value) >= 0;
        };
    }

    private static int compare(Condition condition, String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(condition.value()));
        } catch (NumberFormatException text) {
            return value.compareTo(condition.value());
        }
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char first = text.charAt(at);
            int end = at + 1;
            if (Character.isWhitespace(first)) {
                at++;
                continue;
            }
            if (first == '"') {
                end = text.indexOf('"', end) + 1;
                if (end == 0) {
                    throw wrong(text, "has a quote that does not end");
                }
            } else if (isOperator(first)) {
                while (end < text.length() && isOperator(text.charAt(end))) {
                    end++;
                }
            } else {
                while (end < text.length() && isWord(text.charAt(end))) {
                    end++;
                }
            }
            tokens.add(text.substring(at, end));
            at = end;
        }
        return tokens;
    }

    private static boolean isOperator(char letter) {
        return "=!<>:".indexOf(letter) >= 0;
    }

    private static boolean isWord(char letter) {
        return !Character.isWhitespace(letter) && !isOperator(letter) && letter != '"';
    }

    private static String unquoted(String token) {
        return token.startsWith("\"") ? token.substring(1, token.length() - 1) : token;
    }

    private static RuntimeException wrong(String text, String problem) {
        return AdminErrors.badField("filter", text, problem + ". Maybe write: queue = \"team-a\" AND phase = PENDING");
    }
}
