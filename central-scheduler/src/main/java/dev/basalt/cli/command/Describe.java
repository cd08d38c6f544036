package dev.basalt.cli.command;

import com.google.protobuf.Message;
import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.text.Descriptions;
import dev.basalt.cli.text.Documents;
import dev.basalt.cli.text.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code basalt describe KIND NAME...}. */
@Command(
        name = "describe",
        description = "Show all there is to say of a job, node, queue, gpu, decision or priorityclass.")
public final class Describe implements Callable<Integer> {
    /** Forms of output. */
    enum Output {
        text,
        json,
        yaml
    }

    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Mixin
    NamedResources resources = new NamedResources();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE})")
    Output output = Output.text;

    public Describe(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind kind = resources.kind();
        List<String> names = resources.apiNames();
        return context.reaching(server, reach -> {
            List<Message> shown = new ArrayList<>();
            names.forEach(name -> shown.add(kind.one(reach, name)));
            print(shown);
            return 0;
        });
    }

    private void print(List<Message> shown) {
        Screen screen = context.screen();
        switch (output) {
            case json -> screen.line(Documents.json(Documents.tree(shown, true)));
            case yaml -> screen.line(Documents.yaml(Documents.tree(shown, true)));
            case text -> {
                Descriptions descriptions =
                        new Descriptions(screen, context.clock().millis());
                int printed = 0;
                for (Message resource : shown) {
                    if (printed++ > 0) {
                        screen.line("");
                    }
                    descriptions.lines(resource).forEach(screen::line);
                }
            }
        }
    }
}
