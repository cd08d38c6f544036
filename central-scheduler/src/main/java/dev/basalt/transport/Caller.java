package dev.basalt.transport;

import io.grpc.Context;
import java.util.List;

/** Who makes a call, as an {@link Authenticator} found out. */
public sealed interface Caller {
    /** Whoever makes the call that is being answered. */
    Context.Key<Caller> KEY = Context.key("basalt-caller");

    /** Knows the token file of a scheduler on loopback, and may do everything. */
    record Operator() implements Caller {
        @Override
        public String words() {
            return "whoever knows the token file";
        }
    }

    /** The agent of one node: it speaks for that node alone, and calls nothing else. */
    record NodeAgent(String nodeName) implements Caller {
        @Override
        public String words() {
            return "the agent of node " + nodeName;
        }
    }

    /** A user of a cluster, or one of its other programs. */
    record User(String name, List<String> groups) implements Caller {
        public User {
            groups = List.copyOf(groups);
        }

        @Override
        public String words() {
            return "user " + name;
        }
    }

    /** Who it is, within a sentence. */
    String words();

    /**
     * Whether it may speak for that node.
     *
     * @param nodeName node that it says it is the agent of
     */
    default boolean maySpeakFor(String nodeName) {
        return switch (this) {
            case Operator all -> true;
            case NodeAgent agent -> agent.nodeName().equals(nodeName);
            case User user -> false;
        };
    }
}
