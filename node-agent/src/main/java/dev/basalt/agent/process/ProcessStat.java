package dev.basalt.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The few fields of {@code /proc/PID/stat} that Basalt needs (proc_pid_stat(5)).
 *
 * @param pid process id
 * @param state one letter, such as {@code R}, {@code S}, {@code Z}
 * @param parent process id of the parent
 * @param startTicks clock ticks between boot and its start
 */
record ProcessStat(long pid, char state, long parent, long startTicks) {
    /** Fields of the line after the name, counted from 0 at the state. */
    private static final int PARENT = 1;

    private static final int START_TICKS = 19;

    /** Empty when there is no such process. */
    static Optional<ProcessStat> read(long pid) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(parse(pid, new String(line, StandardCharsets.ISO_8859_1)));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** The name in parentheses may hold spaces and parentheses, so fields are counted after the last one. */
    static ProcessStat parse(long pid, String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 2).trim().split(" ", -1);
        return new ProcessStat(
                pid, fields[0].charAt(0), Long.parseLong(fields[PARENT]), Long.parseLong(fields[START_TICKS]));
    }

    boolean zombie() {
        return state == 'Z' || state == 'X';
    }
}
