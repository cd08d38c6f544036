package dev.basalt.core.machine.state;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.snapshot.Charge;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What pods take of their nodes, in the form the columns keep. */
final class Charges {
    private Charges() {}

    /** What a placed pod takes; its gang says who pays and which containers run one after the other. */
    static Charge of(Placement placement, Gang gang) {
        PlacementRecord record = placement.record();
        MemberGroup role = gang.role(record.task().role());
        PodTemplate template = role == null ? null : role.template();
        boolean ends = gang.declaredRunMillis() > 0 && placement.runningSinceMillis() > 0;
        return new Charge(
                record.podUid(),
                gang.uid(),
                gang.queue(),
                record.nodeName(),
                record.requests(),
                devices(record.grants(), role),
                template == null ? List.of() : template.hostPorts(),
                template == null ? Resident.NONE : Resident.of(gang.namespace(), template),
                ends ? placement.runningSinceMillis() + gang.declaredRunMillis() : 0);
    }

    /** What a pod takes that another scheduler placed. */
    static Charge foreign(PodView pod) {
        return new Charge(
                pod.uid(),
                "",
                "",
                pod.nodeName(),
                pod.requests(),
                devices(pod.grants(), null),
                List.of(),
                pod.resident(),
                0);
    }

    private static List<Charge.DeviceCharge> devices(List<Grant> grants, @Nullable MemberGroup role) {
        List<Charge.DeviceCharge> devices = new ArrayList<>();
        for (Grant grant : grants) {
            devices.add(new Charge.DeviceCharge(
                    grant.key().container(),
                    grant.key().deviceUuid(),
                    grant.memoryMib(),
                    grant.corePermille(),
                    grant.exclusive(),
                    role == null ? Phase.MAIN : role.phase(grant.key().container())));
        }
        return devices;
    }
}
