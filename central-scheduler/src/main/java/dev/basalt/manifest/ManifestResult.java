package dev.basalt.manifest;

import dev.basalt.manifest.text.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one document.
 *
 * @param document number in the text, from 1; items of a List share theirs
 * @param line first line in the text, from 1
 * @param apiVersion API group and version as written; empty when there is none
 * @param kind kind as written; empty when there is none
 * @param namespace namespace; empty for objects of the whole cluster
 * @param name name; empty when there is none
 * @param object what it became; null when it was refused
 * @param findings warnings and errors
 */
public record ManifestResult(
        int document,
        int line,
        String apiVersion,
        String kind,
        String namespace,
        String name,
        @Nullable Translated object,
        List<Finding> findings) {
    public ManifestResult {
        findings = List.copyOf(findings);
    }

    /** True when an error was found: there is no object then. */
    public boolean refused() {
        return object == null;
    }

    /**
     * The object of a document that was accepted.
     *
     * @throws IllegalStateException when it was refused
     */
    public Translated objectOrFail() {
        if (object == null) {
            throw new IllegalStateException(kind + " " + name + " was refused: " + findings);
        }
        return object;
    }

    /** Only what refused it. */
    public List<Finding> errors() {
        return only(Finding.Severity.ERROR);
    }

    /** What was odd and how it was read. */
    public List<Finding> warnings() {
        return only(Finding.Severity.WARNING);
    }

    private List<Finding> only(Finding.Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .toList();
    }
}
