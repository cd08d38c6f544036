package dev.basalt.core.plan;

import dev.basalt.core.fit.Assignment.Take;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.place.GangAsk;
import dev.basalt.core.place.GangPlacer;
import dev.basalt.core.place.GangSeat;
import dev.basalt.core.snapshot.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Gives a gang's seats to its members: within a role by index, over nodes that are neighbours, so that ranks lie close.
 */
final class SeatWriter {
    private final GangDemand demand;
    private final GangAsk ask;
    private final ClusterView view;

    SeatWriter(GangDemand demand, GangAsk ask, ClusterView view) {
        this.demand = demand;
        this.ask = ask;
        this.view = view;
    }

    List<Plan.Seat> write(List<GangSeat> seats, GangPlacer placer) {
        List<GangSeat> sorted = new ArrayList<>(seats);
        sorted.sort(Comparator.comparingInt(GangSeat::role)
                .thenComparingInt(seat -> placer.rank(seat.node()))
                .thenComparingInt(SeatWriter::firstSlot));
        List<Plan.Seat> written = new ArrayList<>();
        for (int role = 0; role < ask.roles().size(); role++) {
            List<GangDemand.Wanted> members = members(ask.roles().get(role).role());
            int next = 0;
            for (GangSeat seat : sorted) {
                if (seat.role() == role) {
                    written.add(write(members.get(next++), seat));
                }
            }
        }
        return written;
    }

    private List<GangDemand.Wanted> members(String role) {
        return demand.wanted().stream()
                .filter(member -> member.task().role().equals(role))
                .toList();
    }

    private Plan.Seat write(GangDemand.Wanted member, GangSeat seat) {
        MemberGroup role = demand.gang().role(member.task().role());
        PodTemplate template = role == null ? null : role.template();
        if (template == null) {
            throw new IllegalStateException("seat for " + member.task() + ", which has no template");
        }
        List<Plan.DeviceSeat> devices = new ArrayList<>();
        for (Take take : seat.devices().takes()) {
            int at = ask.roles().get(seat.role()).shape().asks().get(take.ask()).container();
            ContainerSpec container = template.containers().get(at);
            devices.add(new Plan.DeviceSeat(
                    container.name(),
                    view.facts(seat.node()).devices().get(take.slot()).uuid(),
                    take.memoryMib(),
                    take.corePermille(),
                    take.exclusive(),
                    container.phase()));
        }
        return new Plan.Seat(
                member.task(),
                member.podUid(),
                view.nodeName(seat.node()),
                seat.use().requests(),
                devices);
    }

    private static int firstSlot(GangSeat seat) {
        return seat.devices().takes().isEmpty()
                ? -1
                : seat.devices().takes().getFirst().slot();
    }
}
