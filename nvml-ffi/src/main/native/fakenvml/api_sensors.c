/* Use, power, heat, clocks, errors and the PCIe link. */
#include "live.h"

#define NUMBER_GETTER(function, key)                               \
    EXPORT nvmlReturn_t function(nvmlDevice_t, unsigned *);        \
    nvmlReturn_t function(nvmlDevice_t device, unsigned *out) {    \
        return read_number(__func__, device, NUMBER_##key, out);   \
    }

NUMBER_GETTER(nvmlDeviceGetFanSpeed, FAN)
NUMBER_GETTER(nvmlDeviceGetPowerUsage, POWER_DRAW)
NUMBER_GETTER(nvmlDeviceGetPowerManagementLimit, POWER_LIMIT)
NUMBER_GETTER(nvmlDeviceGetPowerManagementDefaultLimit, POWER_DEFAULT)
NUMBER_GETTER(nvmlDeviceGetEnforcedPowerLimit, POWER_ENFORCED)
NUMBER_GETTER(nvmlDeviceGetPerformanceState, PSTATE)
NUMBER_GETTER(nvmlDeviceGetRetiredPagesPendingStatus, RETIRED_PENDING)
NUMBER_GETTER(nvmlDeviceGetCurrPcieLinkGeneration, PCIE_GEN)
NUMBER_GETTER(nvmlDeviceGetMaxPcieLinkGeneration, PCIE_GEN_MAX)
NUMBER_GETTER(nvmlDeviceGetCurrPcieLinkWidth, PCIE_WIDTH)
NUMBER_GETTER(nvmlDeviceGetMaxPcieLinkWidth, PCIE_WIDTH_MAX)
NUMBER_GETTER(nvmlDeviceGetPcieReplayCounter, PCIE_REPLAY)

static bool in_mig_mode(const struct call *call) {
    return call->mig != NULL || (is_known(call, NUMBER_MIG) && value_of(call, NUMBER_MIG) != 0);
}

EXPORT nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t *);
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (in_mig_mode(&call) || !is_known(&call, NUMBER_UTIL_GPU)) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    out->gpu = (uint32_t)value_of(&call, NUMBER_UTIL_GPU);
    out->memory = is_known(&call, NUMBER_UTIL_MEMORY) ? (uint32_t)value_of(&call, NUMBER_UTIL_MEMORY) : 0;
    return finish(&call, NVML_SUCCESS);
}

static nvmlReturn_t engine(const char *function, nvmlDevice_t device, enum gpu_number key, unsigned *out, unsigned *period_us) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS || out == NULL || period_us == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (in_mig_mode(&call) || !is_known(&call, key)) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    *out = (unsigned)value_of(&call, key);
    *period_us = 167000;
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetEncoderUtilization(nvmlDevice_t, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetEncoderUtilization(nvmlDevice_t device, unsigned *out, unsigned *period_us) {
    return engine(__func__, device, NUMBER_UTIL_ENCODER, out, period_us);
}

EXPORT nvmlReturn_t nvmlDeviceGetDecoderUtilization(nvmlDevice_t, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetDecoderUtilization(nvmlDevice_t device, unsigned *out, unsigned *period_us) {
    return engine(__func__, device, NUMBER_UTIL_DECODER, out, period_us);
}

/* A call whose selector picks one of several keys; a selector beyond them is an invalid argument. */
static nvmlReturn_t select_number(const char *function, nvmlDevice_t device, unsigned selector, const enum gpu_number *keys,
                                  unsigned key_count, unsigned *out) {
    if (selector < key_count) {
        return read_number(function, device, keys[selector], out);
    }
    struct call call = begin_device(function, device);
    return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
}

EXPORT nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, unsigned sensor, unsigned *out) {
    static const enum gpu_number keys[] = {NUMBER_TEMP_GPU};
    return select_number(__func__, device, sensor, keys, 1, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device, unsigned threshold, unsigned *out) {
    static const enum gpu_number keys[] = {NUMBER_TEMP_SHUTDOWN, NUMBER_TEMP_SLOWDOWN};
    return select_number(__func__, device, threshold, keys, 2, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t, nvmlTemperature_v1_t *);
nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t device, nvmlTemperature_v1_t *out) {
    if (out == NULL || out->version != VERSION_WORD(nvmlTemperature_v1_t, 1)) {
        return out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    }
    unsigned temperature = 0;
    nvmlReturn_t status = read_number(__func__, device, NUMBER_TEMP_GPU, &temperature);
    out->temperature = (int)temperature;
    return status;
}

EXPORT nvmlReturn_t nvmlDeviceGetMarginTemperature(nvmlDevice_t, nvmlMarginTemperature_v1_t *);
nvmlReturn_t nvmlDeviceGetMarginTemperature(nvmlDevice_t device, nvmlMarginTemperature_v1_t *out) {
    if (out == NULL || out->version != VERSION_WORD(nvmlMarginTemperature_v1_t, 1)) {
        return out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    }
    unsigned margin = 0;
    nvmlReturn_t status = read_number(__func__, device, NUMBER_TEMP_MARGIN, &margin);
    out->marginTemperature = (int)margin;
    return status;
}

EXPORT nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, unsigned type, unsigned *out) {
    static const enum gpu_number keys[] = {NUMBER_CLOCK_GRAPHICS, NUMBER_CLOCK_SM, NUMBER_CLOCK_MEMORY, NUMBER_CLOCK_VIDEO};
    return select_number(__func__, device, type, keys, 4, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, unsigned type, unsigned *out) {
    static const enum gpu_number keys[] = {NUMBER_MAX_GRAPHICS, NUMBER_MAX_SM, NUMBER_MAX_MEMORY, NUMBER_MAX_VIDEO};
    return select_number(__func__, device, type, keys, 4, out);
}

/* Blocks 20 ms on a real driver; profiles say so with delay.nvmlDeviceGetPcieThroughput. Selector 0 is what the GPU sends. */
EXPORT nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t device, unsigned counter, unsigned *out) {
    static const enum gpu_number keys[] = {NUMBER_PCIE_TX, NUMBER_PCIE_RX};
    return select_number(__func__, device, counter, keys, 2, out);
}

static nvmlReturn_t wide_number(const char *function, nvmlDevice_t device, enum gpu_number key, uint64_t *out) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *out = is_known(&call, key) ? (uint64_t)value_of(&call, key) : 0;
    return finish(&call, is_known(&call, key) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t, uint64_t *);
nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, uint64_t *out) {
    return wide_number(__func__, device, NUMBER_CLOCK_REASONS, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t, uint64_t *);
nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, uint64_t *out) {
    return wide_number(__func__, device, NUMBER_CLOCK_REASONS, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t, unsigned, unsigned, uint64_t *);
nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t device, unsigned type, unsigned counter, uint64_t *out) {
    static const enum gpu_number keys[2][2] = {{NUMBER_ECC_VOL_COR, NUMBER_ECC_AGG_COR}, {NUMBER_ECC_VOL_UNC, NUMBER_ECC_AGG_UNC}};
    if (type > 1 || counter > 1) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    return wide_number(__func__, device, keys[type][counter], out);
}

EXPORT nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, uint64_t *);
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, uint64_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    /* Grows with time at the idle draw: monotonic, and zero at the start of the epoch does not matter to anyone. */
    *out = (uint64_t)(call.gpu->number[NUMBER_POWER_DRAW].low / 1e6 * (double)(now_micros() % INT64_C(100000000000000)));
    return finish(&call, is_known(&call, NUMBER_POWER_DRAW) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t device, unsigned *low, unsigned *high) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || low == NULL || high == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *low = (unsigned)value_of(&call, NUMBER_POWER_MIN);
    *high = (unsigned)value_of(&call, NUMBER_POWER_MAX);
    return finish(&call, is_known(&call, NUMBER_POWER_MAX) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetRemappedRows(nvmlDevice_t, unsigned *, unsigned *, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetRemappedRows(nvmlDevice_t device, unsigned *corrected, unsigned *uncorrected, unsigned *pending,
                                       unsigned *failed) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || corrected == NULL || uncorrected == NULL || pending == NULL || failed == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *corrected = (unsigned)value_of(&call, NUMBER_REMAP_COR);
    *uncorrected = (unsigned)value_of(&call, NUMBER_REMAP_UNC);
    *pending = (unsigned)value_of(&call, NUMBER_REMAP_PENDING);
    *failed = (unsigned)value_of(&call, NUMBER_REMAP_FAILED);
    return finish(&call, is_known(&call, NUMBER_REMAP_COR) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}
