package dev.basalt.agent.run;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import java.util.List;

/**
 * One container to run.
 *
 * @param task which container of which pod
 * @param member its place in its gang
 * @param command program and arguments; empty is a stand-in that sleeps
 * @param environment in the order given
 * @param workFolder to run in; empty is the task's own
 * @param grants it runs under, in order of device slot
 * @param declaredRunTimeMillis how long it says it will run; 0 is not said
 * @param graceMillis how long it may take to end when asked to
 * @param revision when it was decided
 * @param phase when in the life of its pod it runs
 */
public record RunOrder(
        ContainerKey task,
        Member member,
        List<String> command,
        List<Variable> environment,
        String workFolder,
        List<LimitGrant> grants,
        long declaredRunTimeMillis,
        long graceMillis,
        Revision revision,
        Phase phase) {
    public RunOrder {
        command = List.copyOf(command);
        environment = List.copyOf(environment);
        grants = List.copyOf(grants);
        if (declaredRunTimeMillis < 0 || graceMillis < 0) {
            throw new IllegalArgumentException("Run time and grace of " + task + " must be at least 0 ms, have "
                    + declaredRunTimeMillis + " and " + graceMillis);
        }
    }

    /**
     * A member's place in its gang.
     *
     * @param namespace of the pod
     * @param podName of the pod
     * @param gangUid of the gang
     * @param gangName of the gang
     * @param role name of its group
     * @param index in its group, from 0
     * @param rank in the gang, from 0
     * @param worldSize members the gang starts with
     */
    public record Member(
            String namespace,
            String podName,
            String gangUid,
            String gangName,
            String role,
            int index,
            int rank,
            int worldSize) {}

    /** A variable of the environment. */
    public record Variable(String name, String value) {}
}
