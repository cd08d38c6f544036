package dev.basalt.nvml;

import java.util.List;
import java.util.Optional;

/**
 * An initialised NVML library. Calls block inside the driver (microseconds to seconds, a sick GPU for ever), so use
 * platform threads, one per GPU. Safe for use by several threads at once. Closing ends every device and event set that
 * came from it.
 */
public interface Nvml extends AutoCloseable {
    /** The library's name on every Linux machine with a driver; the unversioned name is absent on servers. */
    String LIBRARY_NAME = "libnvidia-ml.so.1";

    /** Environment variable that names another library, for tests and for unusual installations. */
    String LIBRARY_VARIABLE = "BASALT_NVML_LIBRARY";

    /** Driver, library and CUDA versions. */
    DriverInfo driver();

    /**
     * Every GPU that NVML counts now, by index. Asks anew each time: the count changes when a GPU falls off the bus.
     *
     * @throws NvmlException when even the count cannot be read
     */
    List<DeviceSlot> devices();

    /**
     * The GPU or MIG device of that UUID; empty when there is none.
     *
     * @throws NvmlException when it exists but cannot be opened
     */
    Optional<NvmlDevice> device(String uuid);

    /** Starts listening for {@link NvmlEvents.Kind events} of these devices; devices that send none are left out. */
    NvmlEvents listen(List<NvmlDevice> devices);

    /** Name of a process as the driver tells it; empty when the process is gone, or hidden by a pid namespace. */
    Optional<String> processName(int pid);

    @Override
    void close();
}
