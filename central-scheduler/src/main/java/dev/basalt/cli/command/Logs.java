package dev.basalt.cli.command;

import dev.basalt.cli.option.NamespaceOption;
import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt logs JOB[/TASK]}. */
@Command(
        name = "logs",
        description = "Print what a job's tasks wrote (standalone mode).",
        footer = {"", "TASK is ROLE-INDEX, such as worker-3; without it, all tasks, each line with its task before it."
        })
public final class Logs implements Callable<Integer> {
    private static final Pattern TASK = Pattern.compile("(?:(.+)-)?(\\d{1,9})");

    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "JOB[/TASK]")
    String target = "";

    @Mixin
    NamespaceOption namespace = new NamespaceOption();

    @Option(
            names = {"-f", "--follow"},
            description = "Go on as output comes.")
    boolean follow;

    @Option(
            names = {"-c", "--container"},
            paramLabel = "NAME",
            description = "Container (default: the first main one).")
    String container = "";

    @Option(names = "--tail", paramLabel = "N", description = "Only the last N lines.")
    int tail;

    public Logs(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        LogsRequest request = request();
        return context.reaching(server, reach -> print(request, reach));
    }

    private LogsRequest request() {
        int slash = target.lastIndexOf('/');
        String task = slash < 0 || target.startsWith("namespaces/") ? "" : target.substring(slash + 1);
        String job = task.isEmpty() ? target : target.substring(0, slash);
        var request = LogsRequest.newBuilder()
                .setName(namespace.job(job))
                .setContainer(container)
                .setFollow(follow)
                .setTailLineCount(tail);
        if (task.isEmpty()) {
            return request.setAllTasks(true).build();
        }
        Matcher parts = TASK.matcher(task);
        if (!parts.matches()) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, "'" + task + "' is no task. Maybe write ROLE-INDEX, such as worker-0.");
        }
        String role = parts.group(1);
        return request.setRole(role == null ? "" : role)
                .setIndex(Integer.parseInt(parts.group(2)))
                .build();
    }

    private int print(LogsRequest request, Reach reach) {
        Iterator<LogsResponse> chunks = (request.getFollow() ? reach.streams() : reach.calls()).logs(request);
        String before = "";
        boolean lineOpen = false;
        while (chunks.hasNext()) {
            LogsResponse chunk = chunks.next();
            String text = chunk.getContent().toString(StandardCharsets.UTF_8);
            if (!request.getAllTasks()) {
                context.screen().out().print(text);
            } else {
                String task = chunk.getRole() + "-" + chunk.getIndex() + " | ";
                boolean goesOn = lineOpen && task.equals(before);
                context.screen().out().print((lineOpen && !goesOn ? "\n" : "") + prefixed(text, task, goesOn));
                before = task;
                lineOpen = !text.endsWith("\n");
            }
            context.screen().out().flush();
        }
        return 0;
    }

    /** Every line with its task before it; the first not where it goes on with a line. */
    static String prefixed(String text, String prefix, boolean goesOn) {
        if (text.isEmpty()) {
            return "";
        }
        boolean complete = text.endsWith("\n");
        String body = complete ? text.substring(0, text.length() - 1) : text;
        return (goesOn ? "" : prefix) + body.replace("\n", "\n" + prefix) + (complete ? "\n" : "");
    }
}
