/**
 * {@code basalt-smi}: what the GPUs of this node do and whose jobs run on them, in nvidia-smi's habits. Imports
 * nvml-ffi and picocli; of the agent it reads only the status file. Start with {@link SmiMain}.
 */
@NullMarked
package dev.basalt.agent.smi;

import org.jspecify.annotations.NullMarked;
