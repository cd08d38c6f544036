package dev.basalt.cli.demo;

import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.text.Documents;
import dev.basalt.cli.text.Screen;
import dev.basalt.config.Endpoint;
import dev.basalt.config.StandardFolders;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code basalt demo}. */
@Command(
        name = "demo",
        description = "Start a scheduler and four agents on fake machines, run six jobs, check and show what happens.",
        footer = {"", "The last line is 'demo: OK', or what went wrong. Exit code 0 or 1."})
public final class Demo implements Callable<Integer> {
    private final Screen screen;
    private final Map<String, String> environment;

    @Option(names = "--json", description = "Print one JSON object in place of tables.")
    boolean json;

    @Option(names = "--keep", description = "Leave everything running and say what to try next.")
    boolean keep;

    @Option(names = "--stop", description = "Stop a demo that was left running with --keep.")
    boolean stop;

    @Option(names = "--kubernetes", description = "The same story on a real API server (not built yet).")
    boolean kubernetes;

    public Demo(Screen screen, Map<String, String> environment) {
        this.screen = screen;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        if (kubernetes) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--kubernetes comes with the Kubernetes road, which is not built yet. Maybe run './basalt demo'.");
        }
        KeptDemo kept = new KeptDemo(environment);
        return stop ? stopKept(kept) : run(kept);
    }

    private int stopKept(KeptDemo kept) throws IOException {
        DemoFolder folder = kept.running();
        kept.forget();
        if (folder == null) {
            screen.note("no demo is running");
            return 0;
        }
        DemoProcesses.stopAll(folder);
        folder.remove();
        screen.line("demo: stopped");
        return 0;
    }

    private int run(KeptDemo kept) throws IOException {
        String launcher = System.getProperty("basalt.launcher");
        if (launcher == null) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, "the demo needs its launcher. Maybe run './basalt demo'.");
        }
        if (keep && kept.running() != null) {
            throw CommandFailed.because(
                    CommandFailed.FAILED, "a demo is running already. Maybe stop it with './basalt demo --stop'.");
        }
        DemoFolder folder = DemoFolder.create();
        DemoProcesses processes = new DemoProcesses(folder, Path.of(launcher));
        AtomicBoolean stays = new AtomicBoolean();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread atEnd = new Thread(() -> stopUnless(stays, interrupted, processes, folder), "demo-stop");
        Runtime.getRuntime().addShutdownHook(atEnd);
        Progress progress = new Progress(screen);
        String problem = story(folder, processes, progress, stays, kept);
        if (interrupted.get()) {
            return CommandFailed.FAILED; // the hook is ending everything, and has the last word
        }
        if (!stays.get()) {
            processes.stop();
            problem = problem == null ? leftovers(folder) : problem;
            if (problem == null) {
                folder.remove();
                stays.set(true); // nothing is left for the hook to do
            }
        }
        if (problem != null) {
            stays.set(true); // the logs stay, for whoever wants to know
            screen.note("The logs are in " + folder.path() + ".");
        }
        // With --json the results are one JSON object and nothing else.
        say(problem == null ? "demo: OK" : "demo: " + problem);
        return problem == null ? 0 : 1;
    }

    private void stopUnless(
            AtomicBoolean stays, AtomicBoolean interrupted, DemoProcesses processes, DemoFolder folder) {
        if (stays.get()) {
            return;
        }
        interrupted.set(true);
        screen.note("interrupted; stopping what was started ...");
        processes.stop();
        try {
            folder.remove();
        } catch (IOException stubborn) {
            screen.note("basalt: " + folder.path() + " could not be removed: " + stubborn.getMessage());
        }
        say("demo: interrupted");
    }

    private static @Nullable String leftovers(DemoFolder folder) {
        List<ProcessHandle> left = DemoProcesses.belonging(folder);
        return left.isEmpty() ? null : left.size() + " processes are left: " + left;
    }

    /** Plays and shows the story; answers what went wrong, or null. */
    private @Nullable String story(
            DemoFolder folder, DemoProcesses processes, Progress progress, AtomicBoolean stays, KeptDemo kept)
            throws IOException {
        Path runtimeDir = keep && !othersRun() ? StandardFolders.runtime(environment) : folder.runtime();
        try (DemoCluster cluster = DemoCluster.start(folder, processes, runtimeDir, progress)) {
            DemoStory story = new DemoStory(cluster, folder, progress);
            Outcome outcome = story.play();
            List<Check> more = keep ? List.of() : story.cleanUp();
            show(outcome, more, progress);
            List<Check> all = new ArrayList<>(outcome.checks());
            all.addAll(more);
            long failed = all.stream().filter(check -> !check.holds()).count();
            if (failed > 0) {
                return failed + " of " + all.size() + " checks failed";
            }
            if (keep) {
                kept.remember(folder);
                stays.set(true);
                whatNext(cluster, folder, runtimeDir);
            }
            return null;
        } catch (DemoFailed failed) {
            return failed.getMessage();
        } catch (StatusRuntimeException refused) {
            return "the scheduler answered " + refused.getStatus();
        }
    }

    private void say(String line) {
        if (json) {
            screen.note(line);
        } else {
            screen.line(line);
        }
    }

    private boolean othersRun() {
        try {
            Path file = Endpoint.wellKnown(environment);
            return Files.exists(file)
                    && ProcessHandle.of(Endpoint.read(file).pid()).isPresent();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private void show(Outcome outcome, List<Check> more, Progress progress) {
        if (json) {
            screen.line(Documents.json(tree(outcome, more, progress.seconds())));
            return;
        }
        DemoTables tables = new DemoTables(screen);
        tables.print(outcome);
        more.forEach(tables::check);
        screen.line("");
    }

    private static ObjectNode tree(Outcome outcome, List<Check> more, double seconds) {
        ObjectNode tree = new JsonMapper().createObjectNode();
        List<Check> all = new ArrayList<>(outcome.checks());
        all.addAll(more);
        tree.put("ok", all.stream().allMatch(Check::holds));
        tree.put("seconds", Math.round(seconds * 10) / 10.0);
        ArrayNode checks = tree.putArray("checks");
        for (Check check : all) {
            checks.addObject()
                    .put("claim", check.claim())
                    .put("ok", check.holds())
                    .put("expected", check.expected())
                    .put("actual", check.actual());
        }
        ObjectNode waiting = tree.putObject("waiting");
        outcome.explanations().forEach(waiting::put);
        ArrayNode first = tree.putArray("jobs");
        outcome.first().forEach(job -> first.add(Documents.tree(job)));
        ArrayNode last = tree.putArray("jobs_at_end");
        outcome.last().forEach(job -> last.add(Documents.tree(job)));
        ArrayNode nodes = tree.putArray("nodes");
        outcome.nodes().forEach(node -> nodes.add(Documents.tree(node)));
        return tree;
    }

    private void whatNext(DemoCluster cluster, DemoFolder folder, Path runtimeDir) {
        boolean found = runtimeDir.equals(StandardFolders.runtime(environment));
        String server = found
                ? ""
                : " --server " + cluster.address() + " --token-file "
                        + folder.state("scheduler").resolve("token");
        List<String> lines = List.of(
                "It stays up; the scheduler listens on " + cluster.address() + ", logs and state are in "
                        + folder.path() + ".",
                "Try next:",
                "  ./basalt get jobs" + server,
                "  ./basalt explain giant" + server,
                "  ./basalt describe node v100-1" + server,
                "  ./basalt logs sweep/worker-0" + server,
                "  ./basalt delete job sweep" + server,
                "  ./basalt demo --stop");
        lines.forEach(this::say);
    }
}
