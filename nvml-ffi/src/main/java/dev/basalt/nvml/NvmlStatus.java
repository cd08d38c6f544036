package dev.basalt.nvml;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An {@code nvmlReturn_t}. Every number is a status: one that this version does not know keeps its number, because
 * newer drivers add codes and an operator needs to see them.
 *
 * @param code the number NVML returned
 */
public record NvmlStatus(int code) {
    public static final NvmlStatus SUCCESS = new NvmlStatus(0);
    public static final NvmlStatus UNINITIALIZED = new NvmlStatus(1);
    public static final NvmlStatus INVALID_ARGUMENT = new NvmlStatus(2);
    public static final NvmlStatus NOT_SUPPORTED = new NvmlStatus(3);
    public static final NvmlStatus NO_PERMISSION = new NvmlStatus(4);
    public static final NvmlStatus NOT_FOUND = new NvmlStatus(6);
    public static final NvmlStatus INSUFFICIENT_SIZE = new NvmlStatus(7);
    public static final NvmlStatus DRIVER_NOT_LOADED = new NvmlStatus(9);
    public static final NvmlStatus TIMEOUT = new NvmlStatus(10);
    public static final NvmlStatus LIBRARY_NOT_FOUND = new NvmlStatus(12);
    public static final NvmlStatus FUNCTION_NOT_FOUND = new NvmlStatus(13);
    public static final NvmlStatus GPU_IS_LOST = new NvmlStatus(15);
    public static final NvmlStatus LIB_RM_VERSION_MISMATCH = new NvmlStatus(18);
    public static final NvmlStatus ARGUMENT_VERSION_MISMATCH = new NvmlStatus(25);
    public static final NvmlStatus DEPRECATED = new NvmlStatus(26);
    public static final NvmlStatus UNKNOWN = new NvmlStatus(999);

    private static final Map<Integer, String> MEANINGS = meanings();

    /** True for {@link #SUCCESS}. */
    public boolean succeeded() {
        return code == 0;
    }

    /**
     * True when the GPU itself is gone or unusable and only a reset or reboot helps: lost, reset required, power cable,
     * infoROM.
     */
    public boolean deviceGone() {
        return switch (code) {
            case 8, 11, 15, 16 -> true;
            default -> false;
        };
    }

    /**
     * NVML's name for the code, such as {@code GPU_IS_LOST}; {@code STATUS_31} for one that this version does not know.
     */
    public String label() {
        String meaning = MEANINGS.get(code);
        return meaning == null ? "STATUS_" + code : meaning.substring(0, meaning.indexOf('|'));
    }

    /** One sentence fragment for people, such as "GPU is lost". */
    public String meaning() {
        String meaning = MEANINGS.get(code);
        return meaning == null ? "Unknown Error" : meaning.substring(meaning.indexOf('|') + 1);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s(%d)", label(), code);
    }

    /** Numbers of nvmlReturn_t in nvml.h 13.3; our own words, because an old library has no text for new numbers. */
    private static Map<Integer, String> meanings() {
        var table = new TreeMap<Integer, String>();
        table.put(0, "SUCCESS|Success");
        table.put(1, "UNINITIALIZED|Uninitialized");
        table.put(2, "INVALID_ARGUMENT|Invalid Argument");
        table.put(3, "NOT_SUPPORTED|Not Supported");
        table.put(4, "NO_PERMISSION|Insufficient Permissions");
        table.put(5, "ALREADY_INITIALIZED|Already Initialized");
        table.put(6, "NOT_FOUND|Not Found");
        table.put(7, "INSUFFICIENT_SIZE|Insufficient Size");
        table.put(8, "INSUFFICIENT_POWER|Insufficient External Power");
        table.put(9, "DRIVER_NOT_LOADED|Driver Not Loaded");
        table.put(10, "TIMEOUT|Timeout");
        table.put(11, "IRQ_ISSUE|Interrupt Request Issue");
        table.put(12, "LIBRARY_NOT_FOUND|NVML Shared Library Not Found");
        table.put(13, "FUNCTION_NOT_FOUND|Function Not Found");
        table.put(14, "CORRUPTED_INFOROM|Corrupted infoROM");
        table.put(15, "GPU_IS_LOST|GPU is lost");
        table.put(16, "RESET_REQUIRED|GPU requires reset");
        table.put(17, "OPERATING_SYSTEM|GPU access blocked by the operating system");
        table.put(18, "LIB_RM_VERSION_MISMATCH|Driver/library version mismatch");
        table.put(19, "IN_USE|In use by another client");
        table.put(20, "MEMORY|Insufficient Memory");
        table.put(21, "NO_DATA|No data");
        table.put(22, "VGPU_ECC_NOT_SUPPORTED|vGPU not available with ECC on");
        table.put(23, "INSUFFICIENT_RESOURCES|Insufficient Resources");
        table.put(24, "FREQ_NOT_SUPPORTED|Frequency not supported");
        table.put(25, "ARGUMENT_VERSION_MISMATCH|Argument version mismatch");
        table.put(26, "DEPRECATED|Requested functionality has been deprecated");
        table.put(27, "NOT_READY|Not ready");
        table.put(28, "GPU_NOT_FOUND|No GPU found");
        table.put(29, "INVALID_STATE|Invalid state");
        table.put(30, "RESET_TYPE_NOT_SUPPORTED|Reset type not supported");
        table.put(999, "UNKNOWN|Unknown Error");
        return Map.copyOf(table);
    }
}
