package dev.basalt.core.fit;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;

/**
 * Counts how many pods of one shape a node takes, by formula. The count is exact for shapes of at most one GPU ask that
 * have nothing to do with their neighbours; for others it is an upper bound, and {@link DeviceFit} and the rules about
 * neighbours have the last word. Hard rules that no pod changes (labels, taints) are not looked at.
 */
public final class SeatCount {
    private final TaskShape shape;
    private final ClusterView view;
    private final GpuColumns gpus;
    private final int[] resources;
    private final long[] amounts;
    private final int wholeGpus;

    public SeatCount(TaskShape shape, ClusterView view) {
        this.shape = shape;
        this.view = view;
        gpus = view.gpus();
        List<String> names = shape.requests().names();
        resources = new int[names.size()];
        amounts = new long[names.size()];
        for (int at = 0; at < resources.length; at++) {
            resources[at] = view.resourceIndex(names.get(at));
            amounts[at] = shape.requests().amount(names.get(at));
        }
        wholeGpus = shape.wholeGpus();
    }

    /** Whether {@link #on} is exact. */
    public boolean exact() {
        return shape.asks().size() <= 1 && !shape.hasNeighbours();
    }

    /** Pods of the shape that the node takes now. */
    public int on(int node) {
        long seats = Limits.SEATS_PER_NODE;
        for (int at = 0; at < resources.length && seats > 0; at++) {
            if (amounts[at] > 0) {
                seats = Math.min(seats, view.freeOf(resources[at], node) / amounts[at]);
            }
        }
        if (seats > 0 && !shape.hostPorts().isEmpty()) {
            seats = portsFree(node) ? 1 : 0;
        }
        if (seats > 1 && shape.keepsApartFromItself(view.facts(node).spec())) {
            seats = 1;
        }
        if (seats > 0 && wholeGpus > 0) {
            seats = Math.min(seats, view.freeGpus(node) / wholeGpus);
        }
        for (int ask = 0; ask < shape.asks().size() && seats > 0; ask++) {
            seats = Math.min(seats, seatsOf(shape.asks().get(ask).request(), node, (int) seats));
        }
        return (int) seats;
    }

    private boolean portsFree(int node) {
        for (String port : shape.hostPorts()) {
            if (view.takenPorts(node).contains(port)) {
                return false;
            }
        }
        return true;
    }

    private int seatsOf(DeviceRequest request, int node, int most) {
        return switch (request.each()) {
            case PerDevice.Whole whole ->
                request.selector().isAny()
                        ? Math.min(most, view.freeGpus(node) / request.count())
                        : Math.min(most, idleQualified(request, node) / request.count());
            case PerDevice.Mig mig -> Math.min(most, idleQualified(request, node) / request.count());
            case PerDevice.Share share -> shareSeats(request, share, node, most);
        };
    }

    private int idleQualified(DeviceRequest request, int node) {
        int idle = 0;
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            if (gpus.idle(node, slot) && DeviceMatch.qualifies(request, gpus, node, slot)) {
                idle++;
            }
        }
        return idle;
    }

    /**
     * Each pod wants {@code count} distinct devices: m pods fit when the devices give m x count parts, m each at most.
     */
    private int shareSeats(DeviceRequest request, PerDevice.Share share, int node, int most) {
        int deviceCount = gpus.deviceCount(node);
        int[] parts = new int[deviceCount];
        long sum = 0;
        for (int slot = 0; slot < deviceCount; slot++) {
            parts[slot] = DeviceMatch.qualifies(request, gpus, node, slot) ? partsOf(share, gpus, node, slot) : 0;
        }
        if (gpus.unattributed(node) > 0) {
            keepClosed(parts, node);
        }
        for (int part : parts) {
            sum += part;
        }
        int seats = (int) Math.min(most, sum / request.count());
        while (request.count() > 1 && seats > 0 && cappedSum(parts, seats) < (long) seats * request.count()) {
            seats--;
        }
        return seats;
    }

    /** Idle GPUs beyond those that are free may be somebody else's: the ones of the fewest parts stay closed. */
    private void keepClosed(int[] parts, int node) {
        int mayOpen = view.freeGpus(node);
        int idle = 0;
        for (int slot = 0; slot < parts.length; slot++) {
            idle += gpus.idle(node, slot) && parts[slot] > 0 ? 1 : 0;
        }
        while (idle > mayOpen) {
            int fewest = -1;
            for (int slot = 0; slot < parts.length; slot++) {
                boolean canClose = gpus.idle(node, slot) && parts[slot] > 0;
                if (canClose && (fewest < 0 || parts[slot] < parts[fewest])) {
                    fewest = slot;
                }
            }
            parts[fewest] = 0;
            idle--;
        }
    }

    /** Pods' parts of that size that the device still takes. */
    static int partsOf(PerDevice.Share share, GpuColumns gpus, int node, int slot) {
        long parts = gpus.freeShareSlots(node, slot);
        if (parts > 0 && share.corePermille() > 0) {
            parts = Math.min(parts, gpus.freePermille(node, slot) / share.corePermille());
        }
        long memoryMib = share.memory().onDeviceMib(gpus.grantableMib(node, slot));
        if (parts > 0 && memoryMib > 0) {
            parts = Math.min(parts, gpus.freeMib(node, slot) / memoryMib);
        }
        return (int) parts;
    }

    private static long cappedSum(int[] parts, int cap) {
        long sum = 0;
        for (int part : parts) {
            sum += Math.min(part, cap);
        }
        return sum;
    }
}
