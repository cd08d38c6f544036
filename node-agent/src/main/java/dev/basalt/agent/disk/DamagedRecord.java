package dev.basalt.agent.disk;

import java.io.IOException;

/** A file is there and what it holds makes no sense. Names the file, the value and what to do. */
public final class DamagedRecord extends IOException {
    private static final long serialVersionUID = 1L;

    public DamagedRecord(String message) {
        super(message);
    }

    public DamagedRecord(String message, Throwable cause) {
        super(message, cause);
    }
}
