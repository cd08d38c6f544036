package dev.basalt.core.filter;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;

/**
 * Passes nodes where each share finds as many distinct devices as it asks with memory, compute and a share slot free.
 * Other asks pass untouched.
 */
public final class ShareFilter extends AskFilter<PerDevice.Share> {
    public ShareFilter() {
        super(PerDevice.Share.class);
    }

    @Override
    Verdict judge(DeviceRequest request, PerDevice.Share share, ClusterView view, int node) {
        Found found = new Found();
        GpuColumns gpus = view.gpus();
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            found.look(request, share, gpus, node, slot);
        }
        int mayUse = found.roomInUse + Math.min(found.roomIdle, view.freeGpus(node));
        if (mayUse >= request.count()) {
            return Verdict.pass();
        }
        return Verdict.refuse(found.why(request, share, mayUse));
    }

    /** What was found on one node, device after device. */
    private static final class Found {
        private int wholes;
        private int qualified;
        private int healthy;
        private int largeEnough;
        private int roomInUse;
        private int roomIdle;
        private long largestMib;
        private long wantedMib;
        private long bestMib;
        private int bestPermille;
        private int withMemory;
        private int withCores;
        private int splitCount = 1;

        private void look(DeviceRequest request, PerDevice.Share share, GpuColumns gpus, int node, int slot) {
            wholes += gpus.whole(node, slot) ? 1 : 0;
            if (!DeviceMatch.qualifies(request, gpus, node, slot)) {
                return;
            }
            qualified++;
            int grantableMib = gpus.grantableMib(node, slot);
            long askedMib = share.memory().onDeviceMib(grantableMib);
            wantedMib = Math.max(wantedMib, askedMib);
            largestMib = Math.max(largestMib, grantableMib);
            largeEnough += askedMib <= grantableMib ? 1 : 0;
            healthy += gpus.healthy(node, slot) ? 1 : 0;
            bestMib = Math.max(bestMib, gpus.freeMib(node, slot));
            splitCount = Math.max(splitCount, gpus.splitCount(node, slot));
            if (!gpus.healthy(node, slot) || askedMib > gpus.freeMib(node, slot)) {
                return;
            }
            withMemory++;
            bestPermille = Math.max(bestPermille, gpus.freePermille(node, slot));
            if (share.corePermille() > gpus.freePermille(node, slot)) {
                return;
            }
            withCores++;
            if (gpus.freeShareSlots(node, slot) > 0) {
                roomInUse += gpus.idle(node, slot) ? 0 : 1;
                roomIdle += gpus.idle(node, slot) ? 1 : 0;
            }
        }

        /** The first thing that lacks, from what never changes to what changes most often. */
        private NodeReason why(DeviceRequest request, PerDevice.Share share, int mayUse) {
            int wanted = request.count();
            if (qualified == 0 && wholes >= wanted) {
                return new NodeReason.ModelMismatch(DeviceMatch.wanted(request.selector()));
            }
            if (qualified < wanted) {
                return new NodeReason.TooFewGpus(wanted, qualified);
            }
            if (largeEnough < wanted) {
                return new NodeReason.GpuTooSmall(wantedMib, largestMib);
            }
            if (healthy < wanted) {
                return new NodeReason.GpusUnhealthy(wanted, healthy);
            }
            if (wanted > 1) {
                return new NodeReason.TooFewDevicesWithRoom(wanted, mayUse);
            }
            if (withMemory < wanted) {
                return new NodeReason.TooLittleGpuMemory(wantedMib, bestMib);
            }
            if (withCores < wanted) {
                return new NodeReason.TooFewCores(share.corePermille(), bestPermille);
            }
            return roomIdle > 0
                    ? new NodeReason.TooFewDevicesWithRoom(wanted, mayUse)
                    : new NodeReason.NoShareSlot(splitCount);
        }
    }
}
