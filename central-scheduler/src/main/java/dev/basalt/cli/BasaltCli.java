package dev.basalt.cli;

import dev.basalt.cli.command.Apply;
import dev.basalt.cli.command.Completion;
import dev.basalt.cli.command.Context;
import dev.basalt.cli.command.Delete;
import dev.basalt.cli.command.Describe;
import dev.basalt.cli.command.Explain;
import dev.basalt.cli.command.Get;
import dev.basalt.cli.command.Logs;
import dev.basalt.cli.command.Version;
import dev.basalt.cli.demo.Demo;
import dev.basalt.cli.option.WholeNumber;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.simulated.Bench;
import dev.basalt.cli.simulated.Scenario;
import dev.basalt.cli.text.Screen;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What {@code ./basalt} runs for every command that is not a server of its own. */
@Command(
        name = "basalt",
        synopsisSubcommandLabel = "COMMAND",
        description = "Gang scheduler for GPU clusters.",
        footer = {
            "",
            "Servers and tools with options of their own:  scheduler, agent, smi",
            "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no scheduler reached, 4 not found",
            "Start with:  basalt demo"
        })
public final class BasaltCli {
    private BasaltCli() {}

    public static void main(String[] arguments) {
        Screen screen = Screen.standard(System.getenv());
        Context context = new Context(screen, System.in, System.getenv(), InstantSource.system());
        System.exit(run(context, arguments));
    }

    /** Runs one command and answers its exit code. */
    public static int run(Context context, String... arguments) {
        CommandLine line = new CommandLine(new BasaltCli())
                .addSubcommand(new Demo(context.screen(), context.environment()))
                .addSubcommand(new Apply(context))
                .addSubcommand(new Get(context))
                .addSubcommand(new Describe(context))
                .addSubcommand(new Explain(context))
                .addSubcommand(new Logs(context))
                .addSubcommand(new Delete(context))
                .addSubcommand(new Scenario())
                .addSubcommand(new Bench())
                .addSubcommand(new Version(context))
                .addSubcommand(new Completion(context))
                .addSubcommand(new CommandLine.HelpCommand());
        addHelpOption(line);
        line.registerConverter(Integer.class, text -> (int) WholeNumber.read(text, Integer.MAX_VALUE));
        line.registerConverter(int.class, text -> (int) WholeNumber.read(text, Integer.MAX_VALUE));
        line.registerConverter(long.class, text -> WholeNumber.read(text, Long.MAX_VALUE));
        line.setOut(context.screen().out());
        line.setErr(context.screen().err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                context.screen().coloured() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setExecutionExceptionHandler((exception, command, parsed) -> failed(context, exception));
        if (arguments.length == 0) {
            line.usage(context.screen().out());
            return 0;
        }
        return line.execute(arguments);
    }

    private static void addHelpOption(CommandLine line) {
        line.getCommandSpec().addMixin("help", CommandLine.Model.CommandSpec.forAnnotatedObject(new Help()));
        line.getSubcommands().forEach((name, command) -> {
            if (!name.equals("help")) {
                command.getCommandSpec().addMixin("help", CommandLine.Model.CommandSpec.forAnnotatedObject(new Help()));
            }
        });
    }

    @Command
    static final class Help {
        @CommandLine.Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help.")
        boolean help;
    }

    private static int failed(Context context, Exception exception) throws Exception {
        if (exception instanceof CommandFailed failure) {
            context.tell(failure);
            return failure.exitCode();
        }
        throw exception;
    }
}
