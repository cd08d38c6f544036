package dev.basalt.cli.text;

import com.google.protobuf.ProtocolMessageEnum;
import dev.basalt.cli.text.Screen.Tone;
import dev.basalt.cli.text.Table.Cell;
import dev.basalt.proto.admin.v1.NodeState;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.HealthState;
import java.util.Locale;

/** Enumerations of the API as words: {@code GANG_PHASE_PENDING} is {@code Pending}. */
public final class Words {
    private Words() {}

    /** The word of a value: its own name without that of its type. */
    public static String word(ProtocolMessageEnum value) {
        String type = value.getDescriptorForType().getName().replaceAll("([a-z])([A-Z])", "$1_$2");
        String name = value.toString();
        String prefix = type.toUpperCase(Locale.ROOT) + "_";
        String own = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        String words = own.toLowerCase(Locale.ROOT).replace('_', ' ');
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** A gang's phase in its colour. */
    public static Cell phase(GangPhase phase) {
        Tone tone = switch (phase) {
            case GANG_PHASE_RUNNING, GANG_PHASE_COMPLETED -> Tone.GOOD;
            case GANG_PHASE_INCOMPLETE, GANG_PHASE_PENDING, GANG_PHASE_STARTING, GANG_PHASE_STOPPING -> Tone.WAITING;
            case GANG_PHASE_DEGRADED, GANG_PHASE_FAILED, GANG_PHASE_REJECTED, GANG_PHASE_QUARANTINED -> Tone.BAD;
            case GANG_PHASE_UNSPECIFIED, UNRECOGNIZED -> Tone.QUIET;
        };
        return new Cell(word(phase), tone);
    }

    /** A task's phase in its colour. */
    public static Cell phase(TaskPhase phase) {
        Tone tone = switch (phase) {
            case TASK_PHASE_RUNNING, TASK_PHASE_SUCCEEDED -> Tone.GOOD;
            case TASK_PHASE_PENDING, TASK_PHASE_PLACED, TASK_PHASE_BOUND, TASK_PHASE_STOPPING -> Tone.WAITING;
            case TASK_PHASE_FAILED, TASK_PHASE_LOST -> Tone.BAD;
            case TASK_PHASE_UNSPECIFIED, UNRECOGNIZED -> Tone.QUIET;
        };
        return new Cell(word(phase), tone);
    }

    /** A node's state in its colour. */
    public static Cell state(NodeState state) {
        Tone tone = switch (state) {
            case NODE_STATE_OPEN -> Tone.GOOD;
            case NODE_STATE_WAITING_FOR_AGENT, NODE_STATE_CORDONED, NODE_STATE_DRAINING -> Tone.WAITING;
            case NODE_STATE_SILENT, NODE_STATE_NOT_READY -> Tone.BAD;
            case NODE_STATE_UNSPECIFIED, UNRECOGNIZED -> Tone.QUIET;
        };
        return new Cell(word(state), tone);
    }

    /** A device's health in its colour. */
    public static Cell health(HealthState health) {
        Tone tone = switch (health) {
            case HEALTH_STATE_HEALTHY -> Tone.GOOD;
            case HEALTH_STATE_DEGRADED -> Tone.WAITING;
            case HEALTH_STATE_UNHEALTHY, HEALTH_STATE_LOST -> Tone.BAD;
            case HEALTH_STATE_UNSPECIFIED, UNRECOGNIZED -> Tone.QUIET;
        };
        return new Cell(word(health), tone);
    }
}
