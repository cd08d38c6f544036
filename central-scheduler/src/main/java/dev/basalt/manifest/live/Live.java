package dev.basalt.manifest.live;

/** What became of one object of the API server. */
public sealed interface Live<T> {
    /** It is understood. */
    record Good<T>(T value) implements Live<T> {}

    /**
     * It cannot be used.
     *
     * @param field path of the field that is at fault; empty for the whole object
     * @param message a sentence that names the value and what to do
     */
    record Bad<T>(String field, String message) implements Live<T> {}
}
