package dev.basalt.cli.command;

import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.reach.Reach;
import dev.basalt.cli.text.Documents;
import dev.basalt.cli.text.Screen;
import dev.basalt.cli.text.Screen.Tone;
import dev.basalt.cli.text.Words;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code basalt apply -f FILE}. */
@Command(
        name = "apply",
        description = "Create or change what manifests describe (Volcano Job, PodGroup, Queue; Kubernetes Job, Pod,"
                + " PriorityClass).",
        footer = {"", "Exit code 1 when any object was rejected; the others are applied all the same."})
public final class Apply implements Callable<Integer> {
    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "File, folder, or - for standard input; may be given several times.")
    List<String> files = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of objects that name none (default: default).")
    String namespace = "";

    @Option(
            names = {"--dry-run", "--validate-only"},
            description = "Only say what would happen.")
    boolean validateOnly;

    @Option(names = "--json", description = "Print the answer as JSON.")
    boolean json;

    public Apply(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<ManifestFiles.Source> sources = ManifestFiles.read(files, context.input());
        return context.reaching(server, reach -> applyAll(sources, reach));
    }

    private int applyAll(List<ManifestFiles.Source> sources, Reach reach) {
        boolean rejected = false;
        for (ManifestFiles.Source source : sources) {
            ApplyResponse answer = reach.calls()
                    .apply(ApplyRequest.newBuilder()
                            .setManifests(source.content())
                            .setSourceName(source.name())
                            .setDefaultNamespace(namespace)
                            .setValidateOnly(validateOnly)
                            .setRequestId(UUID.randomUUID().toString())
                            .build());
            if (json) {
                context.screen().line(Documents.json(Documents.tree(answer)));
            }
            for (ApplyResult result : answer.getResultsList()) {
                rejected |= result.getOutcome() == ApplyOutcome.APPLY_OUTCOME_REJECTED;
                if (!json) {
                    print(source.name(), result);
                }
            }
        }
        return rejected ? 1 : 0;
    }

    private void print(String source, ApplyResult result) {
        Screen screen = context.screen();
        String object = (result.getKind().isEmpty() ? "object" : result.getKind()) + " "
                + (result.getNamespace().isEmpty() ? "" : result.getNamespace() + "/") + result.getObjectName();
        String outcome = Words.word(result.getOutcome()).toLowerCase(Locale.ROOT) + (validateOnly ? " (dry run)" : "");
        Tone tone = switch (result.getOutcome()) {
            case APPLY_OUTCOME_CREATED, APPLY_OUTCOME_CHANGED -> Tone.GOOD;
            case APPLY_OUTCOME_REJECTED -> Tone.BAD;
            case APPLY_OUTCOME_UNCHANGED, APPLY_OUTCOME_IGNORED, APPLY_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> Tone.QUIET;
        };
        screen.line(object.strip() + ": " + screen.toned(outcome, tone));
        result.getErrorsList().forEach(error -> finding(source, screen.toned("error", Tone.BAD), error));
        result.getWarningsList().forEach(warning -> finding(source, screen.toned("warning", Tone.WAITING), warning));
    }

    private void finding(String source, String word, Finding finding) {
        String value = finding.getValue().isEmpty() ? "" : " '" + finding.getValue() + "'";
        String place = source + (finding.getLineNumber() == 0 ? "" : ":" + finding.getLineNumber()) + ": ";
        String hint = finding.getHint().isEmpty() ? "" : " " + finding.getHint();
        String field = finding.getField().isEmpty() ? "" : finding.getField() + value + " ";
        context.screen().note("  " + word + ": " + place + field + finding.getMessage() + hint);
    }
}
