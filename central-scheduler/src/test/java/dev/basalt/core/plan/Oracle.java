package dev.basalt.core.plan;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;

/** Says by trying everything whether members fit on a tiny cluster. Slow, plain, and unlike the planner. */
final class Oracle {
    private final long[] freeCpu;
    private final long[][] freeMib;
    private final int[][] freePermille;
    private final int[][] freeSlots;
    private final boolean[][] idle;

    /** A cluster by node and device; nothing else is limited. */
    Oracle(long[] freeCpu, long[][] freeMib, int[][] freePermille, int[][] freeSlots, boolean[][] idle) {
        this.freeCpu = freeCpu.clone();
        this.freeMib = copy(freeMib);
        this.freePermille = freePermille.clone();
        this.freeSlots = freeSlots.clone();
        this.idle = idle.clone();
        for (int node = 0; node < freeCpu.length; node++) {
            this.freePermille[node] = freePermille[node].clone();
            this.freeSlots[node] = freeSlots[node].clone();
            this.idle[node] = idle[node].clone();
        }
    }

    private static long[][] copy(long[][] rows) {
        long[][] copy = rows.clone();
        for (int row = 0; row < copy.length; row++) {
            copy[row] = rows[row].clone();
        }
        return copy;
    }

    /** Whether all members (main containers only) fit together. */
    boolean fits(List<PodTemplate> members) {
        return fits(members, 0);
    }

    private boolean fits(List<PodTemplate> members, int member) {
        if (member == members.size()) {
            return true;
        }
        PodTemplate pod = members.get(member);
        long cpu = 0;
        List<int[]> units = new ArrayList<>();
        List<PerDevice> asks = new ArrayList<>();
        for (int at = 0; at < pod.containers().size(); at++) {
            ContainerSpec container = pod.containers().get(at);
            cpu += container.requests().amount(ResourceVector.CPU);
            for (DeviceRequest request : container.devices()) {
                for (int unit = 0; unit < request.count(); unit++) {
                    units.add(new int[] {at, 0});
                    asks.add(request.each());
                }
            }
        }
        for (int node = 0; node < freeCpu.length; node++) {
            if (freeCpu[node] >= cpu) {
                freeCpu[node] -= cpu;
                boolean fit = place(new Open(members, member, node, units, asks), 0);
                freeCpu[node] += cpu;
                if (fit) {
                    return true;
                }
            }
        }
        return false;
    }

    private record Open(
            List<PodTemplate> members, int member, int node, List<int[]> containers, List<PerDevice> asks) {}

    private boolean place(Open open, int unit) {
        if (unit == open.asks().size()) {
            return fits(open.members(), open.member() + 1);
        }
        for (int slot = 0; slot < freeMib[open.node()].length; slot++) {
            if (!usedBySameContainer(open, unit, slot) && tryDevice(open, unit, slot)) {
                return true;
            }
        }
        return false;
    }

    private static boolean usedBySameContainer(Open open, int unit, int slot) {
        for (int earlier = 0; earlier < unit; earlier++) {
            boolean sameContainer =
                    open.containers().get(earlier)[0] == open.containers().get(unit)[0];
            if (sameContainer && open.containers().get(earlier)[1] == slot) {
                return true;
            }
        }
        return false;
    }

    private boolean tryDevice(Open open, int unit, int slot) {
        int node = open.node();
        open.containers().get(unit)[1] = slot;
        boolean wasIdle = idle[node][slot];
        long mibBefore = freeMib[node][slot];
        int permilleBefore = freePermille[node][slot];
        int slotsBefore = freeSlots[node][slot];
        boolean takes = switch (open.asks().get(unit)) {
            case PerDevice.Whole whole -> wasIdle;
            case PerDevice.Mig mig -> false;
            case PerDevice.Share share ->
                share.memory().onDeviceMib(0) <= mibBefore && share.corePermille() <= permilleBefore && slotsBefore > 0;
        };
        if (!takes) {
            return false;
        }
        if (open.asks().get(unit) instanceof PerDevice.Share share) {
            freeMib[node][slot] -= share.memory().onDeviceMib(0);
            freePermille[node][slot] -= share.corePermille();
            freeSlots[node][slot]--;
        } else {
            freeMib[node][slot] = -1;
            freeSlots[node][slot] = 0;
        }
        idle[node][slot] = false;
        boolean fit = place(open, unit + 1);
        idle[node][slot] = wasIdle;
        freeMib[node][slot] = mibBefore;
        freePermille[node][slot] = permilleBefore;
        freeSlots[node][slot] = slotsBefore;
        return fit;
    }
}
