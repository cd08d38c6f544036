package dev.basalt.core.explain;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.Look.QuotaUse;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.reason.WakeOn;
import dev.basalt.core.snapshot.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sentences for explanations. The only place of the core that has any. */
public final class ExplanationText {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private ExplanationText() {}

    /** The explanation as lines: first what stands against the gang, last what may help. */
    public static List<String> lines(Explanation explanation) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(explanation));
        explanation.refusals().forEach(refusal -> lines.add(sentence(refusal)));
        Explanation.NearestFit nearest = explanation.nearest();
        if (nearest != null) {
            lines.add("nearest fit: node " + nearest.nodeName() + " for a " + nearest.role() + ": "
                    + join(nearest.lacks().stream()
                            .map(ExplanationText::sentence)
                            .toList()));
        }
        for (QuotaUse use : explanation.queue().quota()) {
            lines.add(sentence(use));
        }
        if (!explanation.holders().isEmpty()) {
            Explanation.Holder first = explanation.holders().getFirst();
            lines.add(holders(explanation.holders().size()) + " on that node, the largest is " + first.name()
                    + (first.queue().isEmpty() ? "" : " of queue " + first.queue()));
        }
        if (!explanation.wakes().isEmpty()) {
            lines.add("tried again when "
                    + String.join(
                            ", or when ",
                            explanation.wakes().stream()
                                    .map(ExplanationText::sentence)
                                    .toList()));
        }
        explanation.refusals().stream()
                .map(refusal -> Advice.of(refusal, explanation.verdict()))
                .filter(advice -> !advice.isEmpty())
                .distinct()
                .forEach(lines::add);
        return lines;
    }

    /** The list of holders is cut, so a full one may not be all. */
    private static String holders(int named) {
        return named < Limits.HOLDERS_NAMED ? count(named, "pod") : named + " or more pods";
    }

    private static String headline(Explanation explanation) {
        Explanation.QueueStanding queue = explanation.queue();
        String place = queue.positionInQueue() == 0
                ? ""
                : ", number " + queue.positionInQueue() + " of " + queue.waitingInQueue() + " in queue "
                        + queue.queue();
        return switch (explanation.verdict()) {
            case WANTS_NOTHING -> "wants nothing";
            case STARTS -> "starts with the next planning pass" + place;
            case WAITS -> "waits" + place;
            case NEVER_FITS -> "can never start as it is" + place;
        };
    }

    /** One refusal, for example {@code 57 nodes: needs 4 free GPUs, has 2}. */
    public static String sentence(Refusal refusal) {
        return switch (refusal) {
            case Refusal.NoSuchQueue why -> "queue " + why.queue() + " does not exist";
            case Refusal.QueueParentMissing why ->
                "queue " + why.queue() + " names parent " + why.parent() + ", which does not exist";
            case Refusal.QueueCycle why -> "queue " + why.queue() + " is its own ancestor";
            case Refusal.QueueClosed why ->
                "queue " + why.queue() + " takes no gangs: it is closed, or it is a parent of others";
            case Refusal.QueueFull why ->
                "queue " + why.queue() + " would go over its capability: needs "
                        + amount(why.resource(), why.wanted()) + " more, uses " + amount(why.resource(), why.used())
                        + " of " + amount(why.resource(), why.capability());
            case Refusal.MembersMissing why ->
                "needs " + count(why.wanted(), "member") + ", " + why.present() + " exist";
            case Refusal.TooFewSeats why ->
                "needs " + count(why.wanted(), "slot") + ", " + why.fitting() + " fit"
                        + (why.canPass() ? "" : "; on idle nodes " + why.fittingEmpty() + " would");
            case Refusal.NoDomainFits why -> noDomain(why);
            case Refusal.NodesRefused why ->
                count(why.nodes(), "node") + " for a " + why.role() + ": " + sentence(why.why());
            case Refusal.Quarantined why -> "set aside after a fault of the scheduler: " + why.detail();
            case Refusal.NotReadyToPlan why -> "planning has not begun: waiting for " + why.waitingFor();
            case Refusal.StillReleasing why ->
                count(why.members(), "former member") + " still hold room that is being given back";
            case Refusal.MinResourcesMissing why ->
                "its minResources need " + amounts(why.wanted()) + " in the queue, free are " + amounts(why.room());
        };
    }

    private static String noDomain(Refusal.NoDomainFits why) {
        if (why.domains() == 0) {
            return "group " + why.group() + " must lie in one " + why.level()
                    + ", and there is no domain of that level";
        }
        String best = why.best().isEmpty() ? "none fits in any" : why.fitting() + " fit in the best, " + why.best();
        return "group " + why.group() + " needs " + count(why.wanted(), "slot") + " in one " + why.level() + ", "
                + best;
    }

    /** One node's reason, for example {@code needs 4 free GPUs, has 2}. */
    public static String sentence(NodeReason reason) {
        return switch (reason) {
            case NodeReason.TooFewFreeGpus why -> "needs " + count(why.wanted(), "free GPU") + ", has " + why.free();
            case NodeReason.TooFewGpus why -> "needs " + count(why.wanted(), "GPU") + ", has only " + why.has();
            case NodeReason.TooLittleGpuMemory why ->
                "needs " + why.wantedMib() + " MiB on one GPU, most free is " + why.bestMib() + " MiB";
            case NodeReason.GpuTooSmall why ->
                "needs " + why.wantedMib() + " MiB on one GPU, the largest has " + why.largestMib() + " MiB";
            case NodeReason.TooFewCores why ->
                "needs " + percent(why.wantedPermille()) + " of a GPU's cores, most free is "
                        + percent(why.bestPermille());
            case NodeReason.NoShareSlot why ->
                "every GPU with room is shared by " + count(why.splitCount(), "container") + " already";
            case NodeReason.ResourceShort why ->
                "needs " + amount(why.resource(), why.wanted()) + ", has " + amount(why.resource(), why.free())
                        + " free";
            case NodeReason.ResourceTooSmall why ->
                "needs " + amount(why.resource(), why.wanted()) + ", has only " + amount(why.resource(), why.has());
            case NodeReason.LabelMismatch why -> "lacks label " + why.key() + '=' + why.wanted();
            case NodeReason.AffinityMismatch why -> "matches no node affinity term";
            case NodeReason.Tainted why -> "has taint " + why.key() + ':' + why.effect() + ", which is not tolerated";
            case NodeReason.Cordoned why -> "is cordoned";
            case NodeReason.NotReady why -> "is not ready";
            case NodeReason.AgentNotHeard why -> "its agent has not reported yet";
            case NodeReason.GpusUnhealthy why ->
                "needs " + count(why.wanted(), "healthy GPU") + ", has " + why.healthy();
            case NodeReason.ModelMismatch why -> "has no GPU that is " + why.wanted();
            case NodeReason.PortTaken why -> "host port " + why.port() + " is taken";
            case NodeReason.JustFailed why -> "just failed this gang";
            case NodeReason.NeighbourMissing why ->
                "no pod that it must be near is on a node with the same " + why.topologyKey();
            case NodeReason.NeighbourTooClose why ->
                "a pod on a node with the same " + why.topologyKey() + " and it must be apart";
            case NodeReason.SpreadTooUneven why ->
                "would have " + why.skew() + " more of its kind than the emptiest " + why.topologyKey() + ", at most "
                        + why.maxSkew() + " are allowed";
            case NodeReason.Held why -> count(why.devices(), "GPU") + " are held for another gang";
            case NodeReason.AsksDoNotFitTogether why ->
                "the " + why.asks() + " GPU asks of its containers fit one by one, not together";
            case NodeReason.TooFewDevicesWithRoom why ->
                "needs " + count(why.wanted(), "distinct GPU") + " with room, has " + why.have();
            case NodeReason.TooFewMigInstances why ->
                "needs " + count(why.wanted(), "MIG instance") + " of " + why.profile() + ", has only " + why.has();
            case NodeReason.TooFewFreeMigInstances why ->
                "needs " + count(why.wanted(), "free MIG instance") + " of " + why.profile() + ", has " + why.free();
        };
    }

    /** What may end a wait, after the word "when". */
    public static String sentence(WakeOn wake) {
        return switch (wake) {
            case WakeOn.RoomFreed freed -> "running pods end";
            case WakeOn.QuotaFreed freed -> "others of queue " + freed.queue() + " end";
            case WakeOn.QueueChanged changed -> "queue " + changed.queue() + " changes";
            case WakeOn.NodesChanged changed -> "nodes join, recover or change";
            case WakeOn.MembersArrive arrive -> count(arrive.missing(), "more member") + " exist";
            case WakeOn.GangChanged changed -> "its own request changes";
            case WakeOn.NextPass pass -> "the next planning pass begins";
        };
    }

    private static String sentence(QuotaUse use) {
        return "queue " + use.queue() + " uses " + amount(use.resource(), use.used()) + " of "
                + amount(use.resource(), use.capability());
    }

    /** Where a pod went, as Kubernetes' own scheduler words it, and on which GPUs. */
    public static String assigned(String pod, String nodeName, List<String> deviceUuids) {
        String where = "Successfully assigned " + pod + " to " + nodeName;
        return deviceUuids.isEmpty()
                ? where
                : where + " with " + count(deviceUuids.size(), "GPU") + ": " + String.join(", ", deviceUuids);
    }

    /** An amount with its unit, for example {@code 1.5 CPUs}, {@code 16 GiB memory}, {@code 2 GPUs}. */
    public static String amount(String resource, long amount) {
        if (resource.equals(ResourceVector.CPU)) {
            return thousandths(amount) + (amount == 1000 ? " CPU" : " CPUs");
        }
        if (resource.equals(ResourceVector.MEMORY) || resource.equals("ephemeral-storage")) {
            return bytes(amount) + ' ' + resource;
        }
        if (resource.equals(ResourceVector.GPU_MILLI)) {
            return thousandths(amount) + (amount == 1000 ? " GPU" : " GPUs");
        }
        if (resource.startsWith(Quota.MODEL_PREFIX)) {
            return thousandths(amount) + ' ' + resource.substring(Quota.MODEL_PREFIX.length());
        }
        return amount + " " + resource;
    }

    private static String amounts(ResourceVector vector) {
        return vector.isZero()
                ? "nothing"
                : join(vector.names().stream()
                        .map(name -> amount(name, vector.amount(name)))
                        .toList());
    }

    private static String bytes(long amount) {
        return amount % GIB == 0 || amount > 100 * GIB ? amount / GIB + " GiB" : amount / MIB + " MiB";
    }

    private static String thousandths(long amount) {
        if (amount % 1000 == 0) {
            return "" + amount / 1000;
        }
        String text = String.format(Locale.ROOT, "%d.%03d", amount / 1000, Math.abs(amount % 1000));
        return text.replaceAll("0+$", "");
    }

    private static String percent(int permille) {
        return thousandths(permille * 100L).replace(".000", "") + " %";
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static String join(List<String> parts) {
        return String.join(", and ", parts);
    }
}
