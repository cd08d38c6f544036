package dev.basalt.cli.command;

import com.google.protobuf.Message;
import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.cli.text.Documents;
import dev.basalt.cli.text.Rows;
import dev.basalt.cli.text.Table;
import dev.basalt.proto.admin.v1.WatchChange;
import dev.basalt.proto.admin.v1.WatchRequest;
import dev.basalt.proto.admin.v1.WatchResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt get KIND [NAME...]}. */
@Command(
        name = "get",
        description = "Show jobs, queues, nodes, gpus, decisions or priority classes.",
        footer = {
            "",
            "Examples:",
            "  basalt get jobs",
            "  basalt get jobs --filter 'phase = PENDING' -o wide",
            "  basalt get gpus -n dgx-1 --watch",
            "  basalt get job train -o yaml"
        })
public final class Get implements Callable<Integer> {
    /** Forms of output. */
    enum Output {
        table,
        wide,
        json,
        yaml,
        name
    }

    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "jobs, queues, nodes, gpus, decisions or priorityclasses")
    String kindWord = "jobs";

    @Parameters(index = "1..*", paramLabel = "NAME", description = "Only these.")
    List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Only jobs of this namespace (for gpus: only those of this node).")
    String parent = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE})")
    Output output = Output.table;

    @Option(names = "--filter", paramLabel = "CONDITIONS", description = "For example 'queue = \"team-a\"'.")
    String filter = "";

    @Option(
            names = {"-w", "--watch"},
            description = "Go on with a line for every change.")
    boolean watch;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many (default ${DEFAULT-VALUE}).")
    int limit = 1000;

    public Get(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind kind = ResourceKind.of(kindWord);
        if (limit < 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, "--limit " + limit + " is below 1. Maybe leave it out.");
        }
        if (watch && names.size() > 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--watch follows one name or all, not " + names.size() + ". Maybe leave the names out and filter.");
        }
        return context.reaching(server, reach -> watch ? watch(kind, reach) : show(kind, reach));
    }

    private int show(ResourceKind kind, Reach reach) {
        List<Message> resources = new ArrayList<>();
        if (names.isEmpty()) {
            resources.addAll(new Pages(reach, parentName(kind), filter).list(kind, limit));
        }
        String namespace = parent.isEmpty() ? "default" : parent;
        for (String name : names) {
            resources.add(kind.one(reach, kind.apiName(name, namespace)));
        }
        print(kind, resources);
        return 0;
    }

    private String parentName(ResourceKind kind) {
        if (parent.isEmpty()) {
            return "";
        }
        return (kind == ResourceKind.GPUS ? "nodes/" : "namespaces/") + parent;
    }

    private void print(ResourceKind kind, List<Message> resources) {
        var screen = context.screen();
        switch (output) {
            case json -> screen.line(Documents.json(Documents.tree(resources, names.size() == 1)));
            case yaml -> screen.line(Documents.yaml(Documents.tree(resources, names.size() == 1)));
            case name -> resources.forEach(resource -> screen.line(ResourceKind.nameOf(resource)));
            case table, wide -> {
                if (resources.isEmpty()) {
                    screen.note("no " + kind.plural() + (filter.isEmpty() && parent.isEmpty() ? "" : " match"));
                    return;
                }
                table(kind, resources).lines(screen).forEach(screen::line);
            }
        }
    }

    private Table table(ResourceKind kind, List<Message> resources) {
        Rows rows = new Rows(output == Output.wide, context.clock().millis());
        Table table = new Table(kind.headers(rows));
        resources.forEach(resource -> table.row(rows.row(resource)));
        return table;
    }

    private int watch(ResourceKind kind, Reach reach) {
        String namespace = parent.isEmpty() ? "default" : parent;
        String name = names.isEmpty() ? parentName(kind) : kind.apiName(names.getFirst(), namespace);
        Iterator<WatchResponse> changes = reach.streams()
                .watch(WatchRequest.newBuilder()
                        .addKinds(kind.watchKind())
                        .setName(name)
                        .setFilter(filter)
                        .setIncludeInitial(true)
                        .build());
        List<Message> initial = new ArrayList<>();
        boolean synced = false;
        while (changes.hasNext()) {
            WatchResponse change = changes.next();
            Message resource = ResourceKind.resourceOf(change);
            if (change.getChange() == WatchChange.WATCH_CHANGE_SYNCED) {
                synced = true;
                print(kind, initial);
            } else if (change.getChange() == WatchChange.WATCH_CHANGE_LAGGED) {
                context.screen().note("some changes were left out; this terminal was too slow");
            } else if (resource != null && !synced) {
                initial.add(resource);
            } else if (resource != null) {
                printChange(kind, change, resource);
            }
        }
        return 0;
    }

    private void printChange(ResourceKind kind, WatchResponse change, Message resource) {
        var screen = context.screen();
        switch (output) {
            case json, yaml -> screen.line(Documents.compactJson(Documents.tree(change)));
            case name -> screen.line(ResourceKind.nameOf(resource));
            case table, wide -> {
                String gone = change.getChange() == WatchChange.WATCH_CHANGE_DELETED ? "  (gone)" : "";
                screen.line(table(kind, List.of(resource)).lines(screen).getLast() + gone);
            }
        }
    }
}
