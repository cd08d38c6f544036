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
 */
public record Finding(
        Severity severity, String object, String field, String value, String problem, String readAs, String maybe) {
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
        words.append(' ').append(problem);
        if (!readAs.isEmpty()) {
            words.append("; read as ").append(readAs);
        }
        words.append('.');
        if (!maybe.isEmpty()) {
            words.append(" Maybe ").append(maybe).append('.');
        }
        return words.toString();
    }
}
