package dev.basalt.wire;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.proto.types.v1.ConstraintStrength;
import dev.basalt.proto.types.v1.TopologyConstraint;
import org.jspecify.annotations.Nullable;

/** Gangs and their groups. */
public final class GangWire {
    private GangWire() {}

    public static dev.basalt.proto.types.v1.Gang message(Gang gang) {
        var built = dev.basalt.proto.types.v1.Gang.newBuilder()
                .setUid(gang.uid())
                .setNamespace(gang.namespace())
                .setName(gang.name())
                .setKind(gang.kind())
                .setQueue(gang.queue())
                .setPriorityClass(gang.priorityClass())
                .setPriority(gang.priority())
                .setMinMember(gang.minimum())
                .setMinResources(ResourceWire.message(gang.minResources()))
                .setDeclaredRunTimeMillis(gang.declaredRunMillis())
                .setCheckpointMillis(gang.checkpointMillis())
                .setOwnership(message(gang.ownership()))
                .setSchedulerName(gang.schedulerName());
        gang.groups().forEach(group -> built.addGroups(message(group)));
        return built.build();
    }

    /**
     * The value that the message stands for.
     *
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static Gang value(dev.basalt.proto.types.v1.Gang message) {
        return new Gang(
                message.getUid(),
                message.getNamespace(),
                message.getName(),
                message.getKind(),
                message.getQueue(),
                message.getPriorityClass(),
                message.getPriority(),
                message.getMinMember(),
                message.getGroupsList().stream().map(GangWire::value).toList(),
                ResourceWire.value(message.getMinResources()),
                message.getDeclaredRunTimeMillis(),
                message.getCheckpointMillis(),
                value(message.getOwnership()),
                message.getSchedulerName());
    }

    private static dev.basalt.proto.types.v1.PodOwnership message(PodOwnership ownership) {
        return switch (ownership) {
            case MANAGED -> dev.basalt.proto.types.v1.PodOwnership.POD_OWNERSHIP_MANAGED;
            case CONTROLLER -> dev.basalt.proto.types.v1.PodOwnership.POD_OWNERSHIP_CONTROLLER;
            case BARE -> dev.basalt.proto.types.v1.PodOwnership.POD_OWNERSHIP_BARE;
        };
    }

    /** Pods of which nobody says who makes them are bare: Basalt neither makes nor ends those. */
    private static PodOwnership value(dev.basalt.proto.types.v1.PodOwnership message) {
        return switch (message) {
            case POD_OWNERSHIP_MANAGED -> PodOwnership.MANAGED;
            case POD_OWNERSHIP_CONTROLLER -> PodOwnership.CONTROLLER;
            case POD_OWNERSHIP_BARE, POD_OWNERSHIP_UNSPECIFIED, UNRECOGNIZED -> PodOwnership.BARE;
        };
    }

    private static dev.basalt.proto.types.v1.MemberGroup message(MemberGroup group) {
        var built = dev.basalt.proto.types.v1.MemberGroup.newBuilder()
                .setName(group.name())
                .setMinMemberCount(group.minimum())
                .setDesiredMemberCount(group.desired())
                .setMaxMemberCount(group.maximum());
        MemberGroup.Topology topology = group.topology();
        if (topology != null) {
            built.setTopology(TopologyConstraint.newBuilder()
                    .setLevel(topology.level())
                    .setStrength(
                            topology.required()
                                    ? ConstraintStrength.CONSTRAINT_STRENGTH_REQUIRED
                                    : ConstraintStrength.CONSTRAINT_STRENGTH_PREFERRED));
        }
        if (group.template() != null) {
            built.setTemplate(PodWire.message(group.template()));
        }
        group.children().forEach(child -> built.addGroups(message(child)));
        return built.build();
    }

    private static MemberGroup value(dev.basalt.proto.types.v1.MemberGroup message) {
        return new MemberGroup(
                message.getName(),
                message.getMinMemberCount(),
                message.getDesiredMemberCount(),
                message.getMaxMemberCount(),
                topology(message),
                message.hasTemplate() ? PodWire.value(message.getTemplate()) : null,
                message.getGroupsList().stream().map(GangWire::value).toList());
    }

    private static MemberGroup.@Nullable Topology topology(dev.basalt.proto.types.v1.MemberGroup message) {
        if (!message.hasTopology()) {
            return null;
        }
        TopologyConstraint topology = message.getTopology();
        return new MemberGroup.Topology(
                topology.getLevel(), topology.getStrength() != ConstraintStrength.CONSTRAINT_STRENGTH_PREFERRED);
    }
}
