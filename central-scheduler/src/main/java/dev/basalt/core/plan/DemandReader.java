package dev.basalt.core.plan;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.place.GangAsk;
import dev.basalt.core.place.GangAsk.GroupAsk;
import dev.basalt.core.place.GangAsk.RoleAsk;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one demand: what its roles need and want now, where members of it are, and whether enough members exist. */
final class DemandReader {
    private final GangDemand demand;
    private final ClusterView view;
    private final Rules rules;
    private final List<RoleAsk> asks = new ArrayList<>();
    private int membersMissing;

    DemandReader(GangDemand demand, ClusterView view, Rules rules) {
        this.demand = demand;
        this.view = view;
        this.rules = rules;
    }

    /**
     * What a demand comes to.
     *
     * @param ask what to place
     * @param hosts nodes where members are already
     * @param missing set when too few members exist; then nothing is placed
     */
    record Reading(GangAsk ask, NodeSet hosts, Refusal.@Nullable MembersMissing missing) {}

    Reading read() {
        Gang gang = demand.gang();
        List<GroupAsk> groups = new ArrayList<>();
        gang.groups().forEach(group -> groups.add(group(group, false)));
        int own = Arrays.stream(new GangAsk(asks, 0, groups).required()).sum();
        int wanted = asks.stream().mapToInt(RoleAsk::wanted).sum();
        int needed = Math.max(own, gang.minimum() - demand.placed().size());
        boolean missing = membersMissing > 0 || wanted < needed;
        if (asks.size() == 1 && !missing) {
            RoleAsk only = asks.getFirst();
            asks.set(0, new RoleAsk(only.role(), only.shape(), needed, only.wanted()));
        }
        int minimum = Math.max(
                gang.minimum(),
                gang.roles().stream().mapToInt(MemberGroup::minimum).sum());
        Refusal.MembersMissing refusal =
                missing ? new Refusal.MembersMissing(minimum, demand.placed().size() + wanted) : null;
        return new Reading(new GangAsk(asks, needed, groups), nodeSet(hosts("")), refusal);
    }

    private GroupAsk group(MemberGroup group, boolean optional) {
        List<GroupAsk> children = new ArrayList<>();
        List<Integer> inside = new ArrayList<>();
        if (group.template() != null) {
            inside.add(asks.size());
            TaskShape shape = rules.shape(demand.gang(), group.template(), demand.avoidNodes());
            asks.add(role(group, shape, optional));
        }
        boolean childrenOptional =
                optional || group.minimum() < group.children().size();
        for (MemberGroup child : group.children()) {
            GroupAsk childAsk = group(child, childrenOptional);
            children.add(childAsk);
            inside.addAll(childAsk.roles());
        }
        List<Integer> placedNodes = new ArrayList<>();
        for (int role : inside) {
            hosts(asks.get(role).role()).stream().filter(node -> node >= 0).forEach(placedNodes::add);
        }
        int minimum = Math.min(group.minimum(), children.size());
        return new GroupAsk(group.name(), group.topology(), inside, children, minimum, placedNodes);
    }

    private RoleAsk role(MemberGroup role, TaskShape shape, boolean optional) {
        int placed = hosts(role.name()).size();
        int wanted = 0;
        for (GangDemand.Wanted member : demand.wanted()) {
            wanted += member.task().role().equals(role.name()) ? 1 : 0;
        }
        int needed = Math.max(0, role.minimum() - placed);
        if (wanted < needed) {
            membersMissing += optional ? 0 : needed - wanted;
            needed = wanted;
        }
        return new RoleAsk(role.name(), shape, needed, wanted);
    }

    /** Nodes of members that hold room, one entry for each; of one role, or of all for an empty name. */
    private List<Integer> hosts(String role) {
        List<Integer> nodes = new ArrayList<>();
        for (GangDemand.Placed member : demand.placed()) {
            int node = view.nodeIndex(member.nodeName());
            if (role.isEmpty() || member.task().role().equals(role)) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private NodeSet nodeSet(List<Integer> nodes) {
        NodeSet.Builder set = new NodeSet.Builder(view.nodeCount());
        nodes.stream().filter(node -> node >= 0).forEach(set::add);
        return set.build();
    }
}
