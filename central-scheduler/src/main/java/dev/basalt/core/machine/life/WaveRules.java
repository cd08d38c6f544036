package dev.basalt.core.machine.life;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Decided members of a gang go on together: all are bound once all are accepted, and all are given up when one cannot
 * be, or when the time to accept is over.
 */
final class WaveRules {
    private WaveRules() {}

    static void look(Look look) {
        List<Placement> wave = look.at(Stage.DECIDED);
        if (wave.isEmpty()) {
            return;
        }
        String doom = doom(look, wave);
        if (!doom.isEmpty()) {
            look.add(new Move.Withdraw(wave, refusing(wave), doom));
        } else if (wave.stream().allMatch(placement -> placement.record().accepted())) {
            look.add(new Move.Bind(wave));
        } else if (look.nowMillis() >= deadline(look)) {
            look.add(new Move.Withdraw(wave, unaccepted(wave), "not accepted in time"));
        } else {
            awaitAcceptance(look, wave);
        }
    }

    private static void awaitAcceptance(Look look, List<Placement> wave) {
        long deadline = deadline(look);
        if (look.gang().waveDeadlineMillis() == Long.MAX_VALUE) {
            look.add(new Move.WaveDeadline(deadline));
        }
        look.again(deadline);
        for (Placement placement : wave) {
            if (!placement.record().accepted() && look.isReachable(placement)) {
                look.ask(placement, Ask.GRANTS, new Move.SendGrants(placement));
            }
        }
    }

    /** A wave restored from the ledger waits for its agents to speak before its time to accept begins. */
    private static long deadline(Look look) {
        long set = look.gang().waveDeadlineMillis();
        Policy policy = look.state().policy();
        return set != Long.MAX_VALUE ? set : look.nowMillis() + policy.nodeSilentMillis() + policy.acceptMillis();
    }

    /** Why the wave cannot go on; empty when it can. */
    private static String doom(Look look, List<Placement> wave) {
        if (look.gang().isDeleting()) {
            return "its gang is deleted";
        }
        for (Placement placement : wave) {
            String why = doom(look, placement);
            if (!why.isEmpty()) {
                return why;
            }
        }
        return "";
    }

    private static String doom(Look look, Placement placement) {
        String podUid = placement.podUid();
        PodView pod = look.state().pods().of(podUid);
        NodeEntry node = look.node(placement);
        if (!placement.refusal().isEmpty()) {
            return "node " + placement.record().nodeName() + " refuses pod " + podUid + ": " + placement.refusal();
        }
        if (pod == null || pod.phase() != PodView.Phase.PENDING || pod.terminating()) {
            return "pod " + podUid + " is gone or ending";
        }
        if (!placement.record().task().equals(pod.task())) {
            return "pod " + podUid + " is another member now";
        }
        if (!look.gang().wants(placement.record().task())) {
            return "pod " + podUid + " is not wanted any more";
        }
        return node != null && node.isDraining() ? "node " + node.name() + " is drained" : "";
    }

    private static List<String> refusing(List<Placement> wave) {
        TreeSet<String> nodeNames = new TreeSet<>();
        for (Placement placement : wave) {
            if (!placement.refusal().isEmpty()) {
                nodeNames.add(placement.record().nodeName());
            }
        }
        return new ArrayList<>(nodeNames);
    }

    private static List<String> unaccepted(List<Placement> wave) {
        TreeSet<String> nodeNames = new TreeSet<>();
        for (Placement placement : wave) {
            for (Grant grant : placement.record().grants()) {
                if (grant.state() == Grant.State.SENT) {
                    nodeNames.add(placement.record().nodeName());
                }
            }
        }
        return new ArrayList<>(nodeNames);
    }
}
