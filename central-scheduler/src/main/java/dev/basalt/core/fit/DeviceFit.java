package dev.basalt.core.fit;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.PodDevices;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds devices of one node for all GPU asks of one pod, by backtracking in an order of preference: whole GPUs by their
 * links, shares on the fullest (or emptiest) device that fits, inits on devices that the pod has anyway.
 */
public final class DeviceFit {
    private final TaskShape shape;
    private final ClusterView view;
    private final GpuColumns gpus;
    private final int node;
    private final Preference preference;
    private final List<Integer> order;
    private final boolean symmetric;
    private final List<Assignment> found = new ArrayList<>();
    private final List<Assignment.Take> takes = new ArrayList<>();
    private int stepsLeft = Limits.DEVICE_STEPS;

    /**
     * What is preferred among devices that fit.
     *
     * @param packShares shares on the fullest device, else on the emptiest
     * @param block slots to use first, as a bit mask; 0 for none
     */
    public record Preference(boolean packShares, long block) {
        /** Packed shares, no block. */
        public static final Preference DEFAULT = new Preference(true, 0);
    }

    private DeviceFit(TaskShape shape, ClusterView view, int node, Preference preference) {
        this.shape = shape;
        this.view = view;
        gpus = view.gpus();
        this.node = node;
        this.preference = preference;
        order = askOrder(shape);
        symmetric = !namesDevices(shape);
    }

    /** The preferred way to put the pod on the node's devices, or null when there is none. */
    public static @Nullable Assignment first(TaskShape shape, ClusterView view, int node, Preference preference) {
        List<Assignment> options = options(shape, view, node, preference, 1);
        return options.isEmpty() ? null : options.getFirst();
    }

    /** Up to {@code most} different ways, the preferred one first. */
    public static List<Assignment> options(
            TaskShape shape, ClusterView view, int node, Preference preference, int most) {
        PodDevices nothing = new PodDevices(view.gpus().deviceCount(node));
        if (shape.asks().isEmpty()) {
            return List.of(new Assignment(List.of(), nothing));
        }
        DeviceFit fit = new DeviceFit(shape, view, node, preference);
        fit.nextAsk(0, nothing, most);
        return fit.found;
    }

    private void nextAsk(int position, PodDevices use, int most) {
        if (position == order.size()) {
            List<Assignment.Take> sorted = new ArrayList<>(takes);
            sorted.sort(Comparator.naturalOrder());
            found.add(new Assignment(sorted, use));
            return;
        }
        int ask = order.get(position);
        List<Integer> slots = preferredSlots(ask, use);
        if (slots.size() >= request(ask).count()) {
            choose(new Choice(position, ask, slots, most), 0, 0, use);
        }
    }

    /** One ask and the slots it may take, best first. */
    private record Choice(int position, int ask, List<Integer> slots, int most) {}

    private void choose(Choice choice, int from, int chosen, PodDevices use) {
        int count = request(choice.ask()).count();
        if (chosen == count) {
            nextAsk(choice.position() + 1, use, choice.most());
            return;
        }
        int previous = -1;
        for (int at = from; at <= choice.slots().size() - (count - chosen); at++) {
            int slot = choice.slots().get(at);
            if (previous >= 0 && symmetric && alike(previous, slot, use)) {
                continue;
            }
            previous = slot;
            PodDevices more = taken(choice.ask(), slot, use);
            if (more != null) {
                choose(choice, at + 1, chosen + 1, more);
                takes.removeLast();
            }
            if (found.size() >= choice.most() || stepsLeft <= 0) {
                return;
            }
        }
    }

    /** Use with one more device, and its take noted; null when the device has no room beside what the pod takes. */
    private @Nullable PodDevices taken(int ask, int slot, PodDevices use) {
        stepsLeft--;
        Assignment.Take take = take(ask, slot);
        Phase phase = shape.asks().get(ask).phase();
        PodDevices more = use.copy();
        more.add(slot, phase, take.memoryMib(), take.corePermille(), take.exclusive());
        boolean fits = more.exclusive(slot)
                ? gpus.idle(node, slot)
                : more.memoryMib(slot) <= gpus.freeMib(node, slot)
                        && more.corePermille(slot) <= gpus.freePermille(node, slot)
                        && more.users(slot) <= gpus.freeShareSlots(node, slot);
        if (!fits || opened(more) > gpus.freeGpus(node)) {
            return null;
        }
        takes.add(take);
        return more;
    }

    /**
     * Idle whole GPUs that the pod would begin to use; where some are promised by count, not all idle ones are free.
     */
    private int opened(PodDevices use) {
        int count = 0;
        for (int slot = 0; slot < use.slotCount(); slot++) {
            if (use.uses(slot) && gpus.whole(node, slot) && gpus.idle(node, slot)) {
                count++;
            }
        }
        return count;
    }

    private Assignment.Take take(int ask, int slot) {
        int grantableMib = gpus.grantableMib(node, slot);
        return switch (request(ask).each()) {
            case PerDevice.Whole whole -> new Assignment.Take(ask, slot, grantableMib, Device.CORE_PERMILLE, true);
            case PerDevice.Mig mig -> new Assignment.Take(ask, slot, grantableMib, Device.CORE_PERMILLE, true);
            case PerDevice.Share share ->
                new Assignment.Take(ask, slot, share.memory().onDeviceMib(grantableMib), share.corePermille(), false);
        };
    }

    /** Slots that may serve the ask, best first. */
    private List<Integer> preferredSlots(int ask, PodDevices use) {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            if (mayTake(ask, slot, use)) {
                slots.add(slot);
            }
        }
        switch (request(ask).each()) {
            case PerDevice.Whole whole -> sortByLinks(slots, request(ask).count(), use);
            case PerDevice.Mig mig -> slots.sort(Comparator.comparingInt(slot -> use.uses(slot) ? 0 : 1));
            case PerDevice.Share share -> sortByRoom(slots, share, request(ask).count(), use);
        }
        return slots;
    }

    private boolean mayTake(int ask, int slot, PodDevices use) {
        Phase phase = shape.asks().get(ask).phase();
        boolean wantsAlone = !(request(ask).each() instanceof PerDevice.Share);
        if (!gpus.healthy(node, slot)
                || !DeviceMatch.qualifies(request(ask), gpus, node, slot)
                || use.exclusiveBeside(slot, phase)
                || isSameContainers(ask, slot)) {
            return false;
        }
        return wantsAlone ? gpus.idle(node, slot) && !use.usedBeside(slot, phase) : true;
    }

    /** A container gets distinct devices, also over several asks. */
    private boolean isSameContainers(int ask, int slot) {
        int container = shape.asks().get(ask).container();
        for (Assignment.Take take : takes) {
            if (take.slot() == slot && shape.asks().get(take.ask()).container() == container) {
                return true;
            }
        }
        return false;
    }

    private void sortByLinks(List<Integer> slots, int count, PodDevices use) {
        long candidates = 0;
        long own = 0;
        for (int slot : slots) {
            candidates |= 1L << slot;
            own |= use.uses(slot) ? 1L << slot : 0;
        }
        long first = Long.bitCount(own) >= count ? own : own | (candidates & preference.block());
        long pool = Long.bitCount(first) >= count ? first : candidates;
        long best = LinkChoice.best(view.facts(node).links(), pool, count);
        slots.sort(Comparator.comparingInt(slot -> (best & 1L << slot) != 0 ? 0 : 1));
    }

    /**
     * The pod's own devices first for an init; several devices at once where most such parts fit, so that most pods do.
     */
    private void sortByRoom(List<Integer> slots, PerDevice.Share share, int count, PodDevices use) {
        slots.sort(Comparator.comparingLong(slot -> {
            long free = gpus.freeMib(node, slot) - use.memoryMib(slot);
            return preference.packShares() ? free : -free;
        }));
        if (count > 1) {
            slots.sort(Comparator.comparingInt(slot -> -SeatCount.partsOf(share, gpus, node, slot)));
        }
        slots.sort(Comparator.comparingInt(slot -> use.exclusive(slot) ? 0 : 1));
    }

    /** Devices between which no ask of this pod can tell a difference. */
    private boolean alike(int left, int right, PodDevices use) {
        return gpus.modelId(node, left) == gpus.modelId(node, right)
                && gpus.whole(node, left) == gpus.whole(node, right)
                && gpus.whole(node, left)
                && gpus.grantableMib(node, left) == gpus.grantableMib(node, right)
                && gpus.idle(node, left) == gpus.idle(node, right)
                && gpus.freeMib(node, left) == gpus.freeMib(node, right)
                && gpus.freePermille(node, left) == gpus.freePermille(node, right)
                && gpus.freeShareSlots(node, left) == gpus.freeShareSlots(node, right)
                && !use.uses(left)
                && !use.uses(right);
    }

    private DeviceRequest request(int ask) {
        return shape.asks().get(ask).request();
    }

    /** What runs on comes before inits, whole before parts, many before few, large before small. */
    private static List<Integer> askOrder(TaskShape shape) {
        List<Integer> order = new ArrayList<>();
        for (int ask = 0; ask < shape.asks().size(); ask++) {
            order.add(ask);
        }
        order.sort(Comparator.comparingLong(ask -> {
            TaskShape.DeviceAsk asked = shape.asks().get(ask);
            long kind = switch (asked.request().each()) {
                case PerDevice.Whole whole -> 3L << 50;
                case PerDevice.Mig mig -> 2L << 50;
                case PerDevice.Share share ->
                    (1L << 50) + Math.min(share.memory().onDeviceMib(1L << 30), 1L << 40);
            };
            long init = asked.phase() == Phase.INIT ? 0 : 1L << 60;
            return -(init + kind + ((long) Math.min(asked.request().count(), 127) << 41));
        }));
        return order;
    }

    private static boolean namesDevices(TaskShape shape) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            Selector selector = ask.request().selector();
            if (!selector.uuids().isEmpty() || !selector.notUuids().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
