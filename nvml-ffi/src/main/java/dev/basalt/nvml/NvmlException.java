package dev.basalt.nvml;

import java.io.Serial;

/**
 * A call into NVML that failed in a way an empty answer cannot express: the GPU is lost, the driver is gone, a symbol
 * that Basalt cannot do without is missing. "Not supported" never becomes one.
 */
public final class NvmlException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int code;

    /**
     * @param call the C function, such as {@code nvmlDeviceGetHandleByIndex_v2}
     * @param status what it returned
     * @param advice the next step for a person, a sentence beginning with "Maybe"; may be empty
     */
    public NvmlException(String call, NvmlStatus status, String advice) {
        super(call + " failed: " + status.meaning() + " [" + status + "]." + (advice.isEmpty() ? "" : " " + advice));
        this.call = call;
        this.code = status.code();
    }

    public NvmlException(String call, NvmlStatus status) {
        this(call, status, "");
    }

    /** The C function that failed. */
    public String call() {
        return call;
    }

    /** What it returned. */
    public NvmlStatus status() {
        return new NvmlStatus(code);
    }
}
