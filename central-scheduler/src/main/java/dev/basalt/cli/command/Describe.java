package dev.basalt.cli.command;

import dev.basalt.cli.text.Descriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt describe KIND NAME...}. */
@Command(name = "describe", description = "Show all there is to say of a job, node, queue, gpu or decision.")
public final class Describe implements Callable<Integer> {
    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "job, node, queue, gpu or decision")
    String kindWord = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME")
    List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of the job (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    public Describe(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind kind = ResourceKind.of(kindWord);
        return context.reaching(server, reach -> {
            Descriptions descriptions =
                    new Descriptions(context.screen(), context.clock().millis());
            for (String name : names) {
                if (!name.equals(names.getFirst())) {
                    context.screen().line("");
                }
                descriptions
                        .lines(kind.one(reach, kind.apiName(name, namespace)))
                        .forEach(context.screen()::line);
            }
            return 0;
        });
    }
}
