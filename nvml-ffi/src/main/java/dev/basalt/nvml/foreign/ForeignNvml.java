package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.DriverInfo;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlEvents;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * NVML loaded from a shared library, the driver's or another. A library stays loaded until the process ends: a thread
 * that hangs in a sick driver may still be inside it.
 */
public final class ForeignNvml implements Nvml {
    private static final int VERSION_BYTES = 80; // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
    private static final String OLD_DRIVER = "Maybe the driver is too old for Basalt, which needs R450 or newer.";

    private final Functions functions;
    private final DriverInfo driver;

    private ForeignNvml(Functions functions, DriverInfo driver) {
        this.functions = functions;
        this.driver = driver;
    }

    /**
     * Loads and initialises the driver's library, {@link Nvml#LIBRARY_NAME}.
     *
     * @throws NvmlException LIBRARY_NOT_FOUND when there is none, or what {@code nvmlInit} answered
     */
    public static ForeignNvml load() {
        return start(() -> SymbolLookup.libraryLookup(LIBRARY_NAME, Arena.global()), LIBRARY_NAME);
    }

    /**
     * Loads and initialises a library by its path.
     *
     * @throws NvmlException LIBRARY_NOT_FOUND when it cannot be loaded, or what {@code nvmlInit} answered
     */
    public static ForeignNvml load(Path library) {
        return start(() -> SymbolLookup.libraryLookup(library, Arena.global()), library.toString());
    }

    /** Where a library comes from. */
    private interface Loader {
        SymbolLookup load();
    }

    private static ForeignNvml start(Loader loader, String name) {
        var functions = new Functions(open(loader, name));
        requireSymbol(functions.init, functions);
        int status = functions.init.call();
        Answers.require(functions.init, status, adviceOnInit(status));
        for (NativeFunction needed : List.of(functions.deviceCount, functions.deviceByIndex, functions.uuid)) {
            requireSymbol(needed, functions);
        }
        return new ForeignNvml(functions, driverInfo(functions));
    }

    private static SymbolLookup open(Loader loader, String name) {
        try {
            return loader.load();
        } catch (IllegalArgumentException missing) {
            var failure = new NvmlException(
                    "dlopen " + name,
                    NvmlStatus.LIBRARY_NOT_FOUND,
                    "Maybe the NVIDIA driver is not installed here, or the container was started without it;" + " set "
                            + LIBRARY_VARIABLE + " if it lies elsewhere.");
            failure.initCause(missing);
            throw failure;
        }
    }

    private static void requireSymbol(NativeFunction function, Functions functions) {
        if (!function.isPresent()) {
            String version = version(functions.driverVersion);
            throw new NvmlException(
                    function.name(),
                    NvmlStatus.FUNCTION_NOT_FOUND,
                    "Driver " + (version.isEmpty() ? "of unknown version" : version) + " does not have it. "
                            + OLD_DRIVER);
        }
    }

    private static String adviceOnInit(int status) {
        return switch (status) {
            case 4 -> "Maybe this user may not open /dev/nvidiactl.";
            case 9 -> "Maybe the kernel module is not loaded yet: look at dmesg, or run nvidia-modprobe.";
            case 18 -> "Maybe the driver was upgraded: reboot, or reload the kernel module.";
            default -> "";
        };
    }

    private static DriverInfo driverInfo(Functions functions) {
        MemorySegment out = Scratch.ofThread().a;
        int cuda = Answers.has(functions.cudaVersion, functions.cudaVersion.call(out)) ? out.get(JAVA_INT, 0) : 0;
        return new DriverInfo(version(functions.driverVersion), version(functions.nvmlVersion), cuda);
    }

    /** Empty when the library is not initialised or has no such call. */
    private static String version(NativeFunction function) {
        MemorySegment text = Scratch.ofThread().text(VERSION_BYTES);
        return function.call(text, VERSION_BYTES) == 0 ? Scratch.decode(text) : "";
    }

    @Override
    public DriverInfo driver() {
        return driver;
    }

    @Override
    public List<DeviceSlot> devices() {
        MemorySegment out = Scratch.ofThread().a;
        Answers.require(functions.deviceCount, functions.deviceCount.call(out), "");
        int count = out.get(JAVA_INT, 0);
        var slots = new ArrayList<DeviceSlot>(count);
        for (int index = 0; index < count; index++) {
            slots.add(slot(index));
        }
        return List.copyOf(slots);
    }

    private DeviceSlot slot(int index) {
        MemorySegment out = Scratch.ofThread().a;
        int status = functions.deviceByIndex.call(index, out);
        if (status != 0) {
            return new DeviceSlot.Unreachable(index, new NvmlStatus(status));
        }
        try {
            return new DeviceSlot.Present(index, ForeignDevice.open(functions, out.get(ADDRESS, 0)));
        } catch (NvmlException lost) {
            return new DeviceSlot.Unreachable(index, lost.status());
        }
    }

    @Override
    public Optional<NvmlDevice> device(String uuid) {
        MemorySegment out = Scratch.ofThread().a;
        NativeFunction function = functions.deviceByUuid;
        try (Arena arena = Arena.ofConfined()) {
            int status = function.call(arena.allocateFrom(uuid), out);
            return Answers.hasSelected(function, status)
                    ? Optional.of(ForeignDevice.open(functions, out.get(ADDRESS, 0)))
                    : Optional.empty();
        }
    }

    @Override
    public NvmlEvents listen(List<NvmlDevice> devices) {
        return ForeignEvents.open(functions, devices);
    }

    @Override
    public Optional<String> processName(int pid) {
        MemorySegment text = Scratch.ofThread().text(Scratch.TEXT_BYTES);
        int status = functions.processName.call(pid, text, Scratch.TEXT_BYTES);
        return Answers.hasSelected(functions.processName, status)
                ? Optional.of(Scratch.decode(text))
                : Optional.empty();
    }

    @Override
    public void close() {
        functions.shutdown.call();
    }
}
