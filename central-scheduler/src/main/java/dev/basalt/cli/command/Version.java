package dev.basalt.cli.command;

import dev.basalt.cli.option.ServerOptions;
import dev.basalt.proto.admin.v1.ClusterInfoRequest;
import dev.basalt.proto.admin.v1.ClusterStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code basalt version}. */
@Command(name = "version", description = "Print the version of this program, and of the scheduler it reaches.")
public final class Version implements Callable<Integer> {
    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Option(names = "--client", description = "Only that of this program.")
    boolean clientOnly;

    public Version(Context context) {
        this.context = context;
    }

    /** Version of this program. */
    public static String own() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "0.1.0" : version;
    }

    @Override
    public Integer call() {
        context.screen().line("basalt " + own() + ", Java " + Runtime.version());
        if (clientOnly) {
            return 0;
        }
        return context.reaching(server, reach -> {
            ClusterStatus status = reach.calls().clusterInfo(ClusterInfoRequest.getDefaultInstance());
            context.screen()
                    .line("scheduler " + status.getVersion() + " at " + reach.address() + ", " + status.getMode()
                            + ", epoch "
                            + status.getEpoch() + ", " + status.getOpenNodeCount() + " of " + status.getNodeCount()
                            + " nodes open, " + status.getFreeGpuCount() + " of " + status.getGpuCount()
                            + " GPUs free");
            return 0;
        });
    }
}
