package dev.basalt.agent.run;

import java.io.IOException;

/** How orders are stored. */
public interface RunCodec {
    byte[] encode(RunOrder order);

    /** The order of those bytes; fails when they are damaged. */
    RunOrder decode(byte[] stored) throws IOException;
}
