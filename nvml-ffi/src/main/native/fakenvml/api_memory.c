/* Memory of GPUs and MIG devices. used + free + reserved = total always holds, and the old call counts reserved as used. */
#include "live.h"

static const uint64_t MIB = 1048576;

struct amounts {
    bool known;
    uint64_t total, reserved, used;
};

static uint64_t bytes_of(const struct call *call, enum gpu_number key) {
    return is_known(call, key) ? (uint64_t)value_of(call, key) * MIB : 0;
}

static uint64_t process_bytes(const struct call *call) {
    struct process all[MAX_PROCESSES];
    int count = running_processes(call->gpu, all);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        bool here = call->mig == NULL || all[i].gpu_instance == call->mig->gpu_instance;
        sum += here && all[i].used_known ? all[i].used_bytes : 0;
    }
    return sum;
}

static struct amounts amounts_of(const struct call *call) {
    struct amounts amounts = {is_known(call, NUMBER_MEMORY_TOTAL), 0, 0, 0};
    if (call->mig != NULL) {
        amounts.total = call->mig->memory_mib * MIB;
        amounts.used = call->mig->used_mib * MIB;
    } else {
        amounts.total = bytes_of(call, NUMBER_MEMORY_TOTAL);
        amounts.reserved = bytes_of(call, NUMBER_MEMORY_RESERVED);
        amounts.used = bytes_of(call, NUMBER_MEMORY_USED);
    }
    amounts.used += process_bytes(call);
    if (amounts.used > amounts.total - amounts.reserved) {
        amounts.used = amounts.total - amounts.reserved;
    }
    return amounts;
}

EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t, nvmlMemory_v2_t *);
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (out->version != VERSION_WORD(nvmlMemory_v2_t, 2)) {
        return finish(&call, NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    }
    struct amounts amounts = amounts_of(&call);
    out->total = amounts.total;
    out->reserved = amounts.reserved;
    out->used = amounts.used;
    /* A wrapper library that limits memory forgot this field: Project-HAMi/HAMi-core#78. */
    bool wrapped = is_known(&call, NUMBER_MEMORY_WRAPPED) && value_of(&call, NUMBER_MEMORY_WRAPPED) != 0;
    out->free = wrapped ? 0 : amounts.total - amounts.reserved - amounts.used;
    return finish(&call, amounts.known ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t *);
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    struct amounts amounts = amounts_of(&call);
    out->total = amounts.total;
    out->used = amounts.reserved + amounts.used;
    out->free = amounts.total - out->used;
    return finish(&call, amounts.known ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t, nvmlBAR1Memory_t *);
nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t device, nvmlBAR1Memory_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    out->bar1Total = call.mig != NULL ? call.mig->bar1_mib * MIB : bytes_of(&call, NUMBER_BAR1_TOTAL);
    out->bar1Used = call.mig != NULL ? 0 : bytes_of(&call, NUMBER_BAR1_USED);
    out->bar1Free = out->bar1Total - out->bar1Used;
    return finish(&call, is_known(&call, NUMBER_BAR1_TOTAL) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}
