package dev.basalt.agent.process;

/**
 * One process, told apart from a later one that was given the same number.
 *
 * @param pid process id; 0 is no process
 * @param startTicks clock ticks between boot and its start ({@code /proc/PID/stat}, field 22)
 */
public record ProcessIdentity(long pid, long startTicks) {
    /** True while this very process runs; a zombie does not. */
    public boolean alive() {
        return pid > 0
                && ProcessStat.read(pid)
                        .filter(stat -> stat.startTicks() == startTicks && !stat.zombie())
                        .isPresent();
    }
}
