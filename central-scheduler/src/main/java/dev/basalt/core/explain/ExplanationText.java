package dev.basalt.core.explain;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import java.util.List;

/** Sentences for explanations. The only place of the core that has any. */
public final class ExplanationText {
    private ExplanationText() {}

    /** The explanation as lines: first what stands against the gang, last what its user may do. */
    public static List<String> lines(Explanation explanation) {
        return explanation.refusals().stream().map(ExplanationText::sentence).toList();
    }

    /** One refusal, for example {@code 57 nodes: needs 4 free GPUs, has 2}. */
    public static String sentence(Refusal refusal) {
        return refusal.toString();
    }

    /** One node's reason, for example {@code needs 4 free GPUs, has 2}. */
    public static String sentence(NodeReason reason) {
        return reason.toString();
    }
}
