package dev.basalt.agents;

/** Whether this scheduler leads; agents are told by those that do not where the one is that does. */
public interface Leadership {
    boolean leads();

    /** Where the leader is when it is another, {@code host:port}; empty when nobody is known to lead. */
    String leaderAddress();

    /** Where there is one scheduler only. */
    static Leadership alone() {
        return new Leadership() {
            @Override
            public boolean leads() {
                return true;
            }

            @Override
            public String leaderAddress() {
                return "";
            }
        };
    }
}
