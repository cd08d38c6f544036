package dev.basalt.kube;

import java.util.ArrayList;
import java.util.List;

/**
 * What a control plane is started with.
 *
 * @param scheduler whether kube-scheduler runs, too
 * @param audit whether every request is written to {@link ControlPlane#auditLog()}
 * @param nodeLifecycle whether nodes without a fresh lease are tainted; if not, nobody takes the first taint away
 *     either
 * @param fsync whether etcd waits for the disk, as a real one does
 * @param users who has a token from the start
 * @param moreArguments passed to {@code control-plane run} as they are, such as {@code --apiserver-arg}
 */
public record ControlPlaneOptions(
        boolean scheduler,
        boolean audit,
        boolean nodeLifecycle,
        boolean fsync,
        List<TokenUser> users,
        List<String> moreArguments) {

    /** A user with a token and no rights but what roles give to the name and its groups. */
    public record TokenUser(String name, List<String> groups) {
        public TokenUser {
            groups = List.copyOf(groups);
        }

        public TokenUser(String name) {
            this(name, List.of());
        }
    }

    public ControlPlaneOptions {
        users = List.copyOf(users);
        moreArguments = List.copyOf(moreArguments);
    }

    /** No kube-scheduler, no audit, node leases watched, a durable etcd. */
    public static ControlPlaneOptions plain() {
        return new ControlPlaneOptions(false, false, true, true, List.of(), List.of());
    }

    public ControlPlaneOptions withScheduler() {
        return new ControlPlaneOptions(true, audit, nodeLifecycle, fsync, users, moreArguments);
    }

    public ControlPlaneOptions withAudit() {
        return new ControlPlaneOptions(scheduler, true, nodeLifecycle, fsync, users, moreArguments);
    }

    public ControlPlaneOptions withoutNodeLifecycle() {
        return new ControlPlaneOptions(scheduler, audit, false, fsync, users, moreArguments);
    }

    public ControlPlaneOptions withoutFsync() {
        return new ControlPlaneOptions(scheduler, audit, nodeLifecycle, false, users, moreArguments);
    }

    public ControlPlaneOptions withUsers(TokenUser... named) {
        return new ControlPlaneOptions(scheduler, audit, nodeLifecycle, fsync, List.of(named), moreArguments);
    }

    public ControlPlaneOptions withArguments(String... arguments) {
        return new ControlPlaneOptions(scheduler, audit, nodeLifecycle, fsync, users, List.of(arguments));
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (scheduler) {
            arguments.add("--scheduler");
        }
        if (audit) {
            arguments.add("--audit");
        }
        if (!nodeLifecycle) {
            arguments.add("--no-node-lifecycle");
        }
        if (!fsync) {
            arguments.add("--no-fsync");
        }
        for (TokenUser user : users) {
            arguments.add("--user");
            arguments.add(user.groups().isEmpty() ? user.name() : user.name() + ":" + String.join(",", user.groups()));
        }
        arguments.addAll(moreArguments);
        return arguments;
    }
}
