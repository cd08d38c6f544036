package dev.basalt.manifest.pod;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Quantity;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A container's {@code resources}: limits and requests made one, as Kubernetes does. A request that is missing is its
 * limit; extended resources need both to be equal.
 *
 * @param plain CPU, memory and every extended resource that is no GPU ask
 * @param gpus GPU asks by resource name, not yet combined
 */
record ResourceAsks(ResourceVector plain, SortedMap<String, Ask> gpus) {
    /** One GPU resource with its place in the document. */
    record Ask(Field field, Quantity quantity) {}

    /** Reads {@code resources} of a container or a pod. */
    static ResourceAsks read(Field resources) {
        if (!resources.at("claims").items().isEmpty()) {
            resources.at("claims").error("asks for devices by claim, which is not handled", "ask with nvidia.com/gpu");
        }
        SortedSet<String> names = new TreeSet<>(resources.at("limits").keys());
        names.addAll(resources.at("requests").keys());
        ResourceVector plain = ResourceVector.ZERO;
        SortedMap<String, Ask> gpus = new TreeMap<>();
        for (String name : names) {
            Ask ask = one(
                    name,
                    resources.at("requests").at(name),
                    resources.at("limits").at(name));
            if (ask == null) {
                continue;
            }
            if (GpuNames.isGpu(name)) {
                gpus.put(name, ask);
            } else {
                plain = plain.with(name, plainAmount(name, ask));
            }
        }
        return new ResourceAsks(plain, gpus);
    }

    private static @Nullable Ask one(String name, Field request, Field limit) {
        Quantity asked = quantity(request);
        Quantity most = quantity(limit);
        if (asked == null || most == null) {
            boolean broken = (request.present() && asked == null) || (limit.present() && most == null);
            if (broken || (asked == null && most == null)) {
                return null;
            }
            if (asked != null && extended(name)) {
                request.warn("has no limit", "the limit too", "write it under limits");
            }
            return asked != null ? new Ask(request, asked) : new Ask(limit, java.util.Objects.requireNonNull(most));
        }
        int order = asked.amount().compareTo(most.amount());
        if (order > 0 || (order != 0 && extended(name))) {
            request.error(
                    (order > 0 ? "is more than its limit '" : "is not its limit '") + limit.shown() + "'",
                    "write the same amount in both");
            return null;
        }
        return new Ask(request, asked);
    }

    /** The amount in a field; null when absent or refused. */
    static @Nullable Quantity quantity(Field field) {
        if (!field.present()) {
            return null;
        }
        Quantity quantity = Quantity.parse(field.text(""));
        if (quantity == null) {
            field.error("is not a quantity", "write it as 4, 500m or 16Gi");
            return null;
        }
        if (quantity.negative()) {
            field.error("is negative", "write 0 or more");
            return null;
        }
        if (quantity.times(1000) == null) {
            field.error("is more than any machine has", "check its unit");
            return null;
        }
        return quantity;
    }

    /** The amount of a resource that is no GPU ask, in the units of {@link ResourceVector}. */
    private static long plainAmount(String name, Ask ask) {
        if (extended(name) && !ask.quantity().whole()) {
            ask.field().error("is not a whole number", "write whole pieces; extended resources cannot be split");
            return 0;
        }
        Long amount = ask.quantity().times(name.equals(ResourceVector.CPU) ? 1000 : 1);
        return amount == null ? 0 : amount;
    }

    private static boolean extended(String name) {
        return name.contains("/");
    }
}
