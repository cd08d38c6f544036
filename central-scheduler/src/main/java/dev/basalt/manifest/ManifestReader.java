package dev.basalt.manifest;

import dev.basalt.manifest.ReadOptions.Known;
import dev.basalt.manifest.text.BrokenText;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Finding;
import dev.basalt.manifest.text.Findings;
import dev.basalt.manifest.text.Value;
import dev.basalt.manifest.text.YamlText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads manifests: several YAML documents, or JSON. Every document has its own result, and none harms another. Never
 * throws for what is in the text.
 */
public final class ManifestReader {
    private static final int MAX_OBJECTS = 5_000;

    private final ReadOptions options;

    public ManifestReader(ReadOptions options) {
        this.options = options;
    }

    /** Reads UTF-8. Text that is none, or larger than 3 MiB, is one refused result. */
    public List<ManifestResult> read(byte[] bytes, Known known) {
        if (bytes.length > YamlText.MAX_TEXT_BYTES) {
            return refusedText(YamlText.TOO_LONG, YamlText.TOO_LONG_HINT);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return readText(text, known);
        } catch (CharacterCodingException binary) {
            return refusedText("is not UTF-8 text", "you gave the wrong file");
        }
    }

    /** Reads text. */
    public List<ManifestResult> read(String text, Known known) {
        return read(text.getBytes(StandardCharsets.UTF_8), known);
    }

    private List<ManifestResult> readText(String text, Known known) {
        List<YamlText.Part> parts = YamlText.split(text.startsWith("\uFEFF") ? text.substring(1) : text);
        if (parts.isEmpty()) {
            return refusedText("holds no document", "the file is empty");
        }
        List<Draft> drafts = new ArrayList<>();
        for (int index = 0; index < parts.size() && drafts.size() < MAX_OBJECTS; index++) {
            readPart(parts.get(index), index + 1, drafts);
        }
        if (drafts.size() >= MAX_OBJECTS) {
            return refusedText("holds " + MAX_OBJECTS + " objects or more", "split it into several files");
        }
        return new TogetherChecks(drafts, options.road()).results(known);
    }

    private void readPart(YamlText.Part part, int document, List<Draft> drafts) {
        try {
            Value value = YamlText.parse(part);
            if (value != null) {
                readValue(value, document, drafts);
            }
        } catch (BrokenText broken) {
            int line = broken.line() == 0 ? part.firstLine() : broken.line();
            Findings findings = new Findings("document " + document);
            findings.broken(line, "", String.valueOf(broken.getMessage()), broken.maybe());
            drafts.add(new Draft(document, part.firstLine(), "", null, null, findings, null));
        }
    }

    private void readValue(Value value, int document, List<Draft> drafts) {
        Findings unnamed = new Findings("document " + document);
        Field plain = Field.root(value, unnamed);
        if (!(value instanceof Value.Entries)) {
            unnamed.broken(value.line(), value.shown(), "is not an object", "write kind: and apiVersion: first");
            drafts.add(new Draft(document, value.line(), "", null, null, unnamed, null));
            return;
        }
        if (isList(plain)) {
            readList(plain, document, drafts);
            return;
        }
        Findings findings = new Findings(Header.title(plain, options));
        drafts.add(draft(Field.root(value, findings), document, findings));
    }

    private static boolean isList(Field object) {
        return object.at("items").value() instanceof Value.Items
                && object.at("kind").text("").endsWith("List");
    }

    private void readList(Field list, int document, List<Draft> drafts) {
        for (Field item : list.at("items").items()) {
            Value value = item.value();
            if (value != null && drafts.size() < MAX_OBJECTS) {
                readValue(value, document, drafts);
            }
        }
    }

    private Draft draft(Field object, int document, Findings findings) {
        int line = object.value() == null ? 0 : object.value().line();
        String kindText = object.at("kind").text("");
        Kinds kind = Kinds.of(object);
        Header header = kind == null ? null : Header.read(object, kind.kind(), kind.clusterWide(), options);
        Translated translated = null;
        if (kind != null && header != null) {
            translated = translated(kind, object, header);
        }
        return new Draft(document, line, kindText, header, object, findings, findings.refused() ? null : translated);
    }

    /** A rule that breaks costs its own object alone. */
    private static @Nullable Translated translated(Kinds kind, Field object, Header header) {
        try {
            return kind.read(object, header);
        } catch (IllegalArgumentException refused) {
            object.error("does not make sense: " + refused.getMessage(), "compare it with an example");
        } catch (RuntimeException bug) {
            object.error("met a mistake of ours: " + bug, "report it with this manifest");
        }
        return null;
    }

    private static List<ManifestResult> refusedText(String problem, String maybe) {
        Finding finding = new Finding(Finding.Severity.ERROR, "manifest", "", "", problem, "", maybe, 0);
        return List.of(new ManifestResult(1, 1, "", "", "", "", null, List.of(finding)));
    }

    /** One object on its way to a result. */
    record Draft(
            int document,
            int line,
            String kind,
            @Nullable Header header,
            @Nullable Field object,
            Findings findings,
            @Nullable Translated translated) {
        Draft as(@Nullable Translated other) {
            return new Draft(document, line, kind, header, object, findings, other);
        }

        ManifestResult result() {
            return new ManifestResult(
                    document,
                    line,
                    object == null ? "" : object.at("apiVersion").text(""),
                    kind,
                    header == null ? "" : header.namespace(),
                    header == null ? writtenName() : header.name(),
                    findings.refused() ? null : translated,
                    findings.list());
        }

        private String writtenName() {
            return object == null ? "" : object.at("metadata").at("name").text("");
        }
    }
}
