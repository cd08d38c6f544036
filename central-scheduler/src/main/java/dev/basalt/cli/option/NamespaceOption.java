package dev.basalt.cli.option;

import dev.basalt.cli.reach.ResourceNames;
import picocli.CommandLine.Option;

/** In which namespace a job is looked for that is named without one. */
public final class NamespaceOption {
    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of the job (default: ${DEFAULT-VALUE}).")
    public String name = "default";

    /** The API's name of a job as a user wrote it. */
    public String job(String written) {
        return ResourceNames.job(written, name);
    }
}
