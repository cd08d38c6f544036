package dev.basalt.manifest.text;

/**
 * What is wrong or odd about one field of one object.
 *
 * @param severity errors refuse the object, warnings do not
 * @param object the object, as {@code Job team-a/train}
 * @param field path of the field, as {@code spec.tasks[0].replicas}; empty for the whole object
 * @param value the value as written, shortened; empty when there is none
 * @param problem what about it, continuing the sentence that begins with field and value
 * @param readAs how it was read; empty for errors
 * @param maybe the next step, as the rest of a sentence that begins with "Maybe"
 * @param line line in the text, from 1; 0 when unknown
 */
public record Finding(
        Severity severity,
        String object,
        String field,
        String value,
        String problem,
        String readAs,
        String maybe,
        int line) {
    /** Whether the object is refused. */
    public enum Severity {
        WARNING,
        ERROR
    }

    /** The finding in words, on one line. */
    public String sentence() {
        StringBuilder words = new StringBuilder(object).append(": ");
        words.append(field.isEmpty() ? "it" : field);
        if (!value.isEmpty()) {
            words.append(" '").append(value).append('\'');
        }
        words.append(' ').append(message());
        return maybe.isEmpty()
                ? words.toString()
                : words.append(' ').append(hint()).toString();
    }

    /** What is wrong, and how it was read: a sentence that goes on after field and value. */
    public String message() {
        return problem + (readAs.isEmpty() ? "" : "; read as " + readAs) + ".";
    }

    /** What to do: a sentence that begins with "Maybe"; empty when there is none. */
    public String hint() {
        return maybe.isEmpty() ? "" : "Maybe " + maybe + ".";
    }
}
