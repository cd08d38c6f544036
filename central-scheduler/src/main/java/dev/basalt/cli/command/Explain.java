package dev.basalt.cli.command;

import dev.basalt.cli.option.NamespaceOption;
import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.text.Documents;
import dev.basalt.proto.admin.v1.ExplainRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt explain JOB}. */
@Command(name = "explain", description = "Say why a job is where it is, and what would wake it.")
public final class Explain implements Callable<Integer> {
    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "JOB", description = "JOB or NAMESPACE/JOB")
    String job = "";

    @Mixin
    NamespaceOption namespace = new NamespaceOption();

    @Option(names = "--json", description = "Print all numbers as JSON.")
    boolean json;

    public Explain(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return context.reaching(server, reach -> {
            var answer = reach.calls()
                    .explain(ExplainRequest.newBuilder()
                            .setName(namespace.job(job))
                            .build());
            String text = json
                    ? Documents.json(Documents.tree(answer.getExplanation()))
                    : answer.getText().stripTrailing();
            context.screen().line(text);
            return 0;
        });
    }
}
