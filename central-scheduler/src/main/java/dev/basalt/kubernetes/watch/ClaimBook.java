package dev.basalt.kubernetes.watch;

import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.manifest.live.Live;
import dev.basalt.manifest.live.LiveClaim;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LiveVolume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * From where the storage of pods can be reached. A pod may run where all its bound volumes can be; one that has a claim
 * without a volume is refused until it has one, because nobody knows where that will be.
 */
final class ClaimBook {
    /** Volumes with more alternatives together are refused: no storage class makes such. */
    private static final int MOST_TERMS = 64;

    private final Map<Key, LiveClaim> claims = new HashMap<>();
    private final Map<String, Key> claimsByUid = new TreeMap<>();
    private final Map<String, LiveVolume> volumes = new TreeMap<>();
    private final Map<String, Key> claimOfVolume = new HashMap<>();
    private final Map<Key, TreeSet<String>> users = new HashMap<>();
    private final Map<String, LivePod> pods = new TreeMap<>();

    private record Key(String namespace, String name) {}

    /** The pod with what its volumes ask of its node, or refused. It is kept until {@link #podGone}. */
    LivePod resolved(LivePod pod) {
        LivePod.Ask ask = pod.ask();
        podGone(pod.meta().uid());
        if (ask == null || ask.claims().isEmpty() || ask.template() == null) {
            return pod;
        }
        pods.put(pod.meta().uid(), pod);
        for (String claim : ask.claims()) {
            users.computeIfAbsent(new Key(pod.meta().namespace(), claim), absent -> new TreeSet<>())
                    .add(pod.meta().uid());
        }
        return resolved(pod, ask, ask.template());
    }

    void podGone(String uid) {
        LivePod known = pods.remove(uid);
        LivePod.Ask ask = known == null ? null : known.ask();
        if (known != null && ask != null) {
            for (String claim : ask.claims()) {
                Key key = new Key(known.meta().namespace(), claim);
                users.computeIfPresent(key, (each, uids) -> {
                    uids.remove(uid);
                    return uids.isEmpty() ? null : uids;
                });
            }
        }
    }

    /** A claim is there; answers with the pods that it concerns, as they are now. */
    List<LivePod> claim(LiveClaim claim) {
        Key key = new Key(claim.meta().namespace(), claim.meta().name());
        claimsByUid.put(claim.meta().uid(), key);
        LiveClaim before = claims.put(key, claim);
        if (!claim.volumeName().isEmpty()) {
            claimOfVolume.put(claim.volumeName(), key);
        }
        return before != null && before.volumeName().equals(claim.volumeName()) ? List.of() : usersOf(key);
    }

    List<LivePod> claimGone(String uid) {
        Key key = claimsByUid.remove(uid);
        LiveClaim known = key == null ? null : claims.get(key);
        if (key == null || known == null || !known.meta().uid().equals(uid)) {
            return List.of();
        }
        claims.remove(key);
        return usersOf(key);
    }

    /** A volume is there; answers with the pods that it concerns, as they are now. */
    List<LivePod> volume(LiveVolume volume) {
        LiveVolume before = volumes.put(volume.meta().name(), volume);
        return before != null && before.terms().equals(volume.terms())
                ? List.of()
                : usersOfVolume(volume.meta().name());
    }

    List<LivePod> volumeGone(String name) {
        return volumes.remove(name) == null ? List.of() : usersOfVolume(name);
    }

    /** UIDs of claims that are known and not among these. */
    List<String> claimsWithout(Collection<String> uids) {
        TreeSet<String> gone = new TreeSet<>(claimsByUid.keySet());
        uids.forEach(gone::remove);
        return List.copyOf(gone);
    }

    /** Names of volumes that are known and not among these. */
    List<String> volumesWithout(Collection<String> names) {
        TreeSet<String> gone = new TreeSet<>(volumes.keySet());
        names.forEach(gone::remove);
        return List.copyOf(gone);
    }

    /** A volume is bound to one claim at most. */
    private List<LivePod> usersOfVolume(String name) {
        Key key = claimOfVolume.get(name);
        return key == null ? List.of() : usersOf(key);
    }

    private List<LivePod> usersOf(Key key) {
        List<LivePod> concerned = new ArrayList<>();
        for (String uid : users.getOrDefault(key, new TreeSet<>())) {
            LivePod pod = pods.get(uid);
            LivePod.Ask ask = pod == null ? null : pod.ask();
            if (pod != null && ask != null && ask.template() != null) {
                concerned.add(resolved(pod, ask, ask.template()));
            }
        }
        return concerned;
    }

    /** A bound pod runs where it runs, whatever becomes of its claims. */
    private LivePod resolved(LivePod pod, LivePod.Ask ask, PodTemplate template) {
        List<NodeTerm> terms = template.nodeTerms();
        for (String name : ask.claims()) {
            LiveClaim claim = claims.get(new Key(pod.meta().namespace(), name));
            LiveVolume volume = claim == null ? null : volumes.get(claim.volumeName());
            String trouble = trouble(claim, volume);
            if (volume != null) {
                terms = both(terms, volume.terms());
            }
            if (terms.size() > MOST_TERMS) {
                trouble = "leaves more than " + MOST_TERMS + " choices of nodes. Maybe ask for fewer volumes.";
            }
            if (!trouble.isEmpty()) {
                return pod.isBound()
                        ? pod
                        : pod.with(ask.refusedFor(new Live.Bad<>("spec.volumes", "claim '" + name + "' " + trouble)));
            }
        }
        return pod.with(ask.with(on(template, terms)));
    }

    private static String trouble(@Nullable LiveClaim claim, @Nullable LiveVolume volume) {
        if (claim == null) {
            return "does not exist. Maybe create it, or wait for who makes it.";
        }
        if (claim.volumeName().isEmpty()) {
            return "has no volume yet. Maybe use a storage class that binds at once; volumes that wait for their"
                    + " first pod are not made for pods of this scheduler yet.";
        }
        return volume == null ? "is bound to volume '" + claim.volumeName() + "', which is not known." : "";
    }

    private static PodTemplate on(PodTemplate template, List<NodeTerm> terms) {
        return new PodTemplate(
                template.containers(),
                template.nodeSelector(),
                terms,
                template.tolerations(),
                template.hostPorts(),
                template.graceMillis(),
                template.labels(),
                template.neighbours());
    }

    /** Terms of which one holds exactly when one of each holds; none at all always holds. */
    private static List<NodeTerm> both(List<NodeTerm> left, List<NodeTerm> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return left.isEmpty() ? right : left;
        }
        List<NodeTerm> both = new ArrayList<>();
        for (NodeTerm one : left) {
            for (NodeTerm other : right) {
                List<Requirement> requirements = new ArrayList<>(one.requirements());
                other.requirements().stream()
                        .filter(each -> !requirements.contains(each))
                        .forEach(requirements::add);
                both.add(new NodeTerm(requirements));
            }
        }
        return both;
    }
}
