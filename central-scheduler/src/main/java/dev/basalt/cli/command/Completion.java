package dev.basalt.cli.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code basalt completion}. */
@Command(
        name = "completion",
        description = "Print a script that completes commands in bash and zsh.",
        footer = {"", "Put into ~/.bashrc:  source <(basalt completion)"})
public final class Completion implements Callable<Integer> {
    private final Context context;

    @Spec
    CommandSpec spec = CommandSpec.create();

    public Completion(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        context.screen().line(AutoComplete.bash("basalt", spec.root().commandLine()));
        return 0;
    }
}
