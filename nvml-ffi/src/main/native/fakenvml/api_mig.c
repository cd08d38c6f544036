/* MIG devices of a GPU. */
#include <string.h>

#include "live.h"

EXPORT nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t device, unsigned *out) {
    struct call call = begin_device(__func__, device);
    unsigned count = 0;
    for (unsigned i = 0; call.status == NVML_SUCCESS && i < MAX_MIG; i++) {
        count = call.gpu->mig[i].present ? i + 1 : count;
    }
    if (out != NULL) {
        *out = count < 7 && call.status == NVML_SUCCESS && is_known(&call, NUMBER_MIG) ? 7 : count;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

/* Indexes may have holes: NOT_FOUND says nothing about the next one. */
EXPORT nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t, unsigned, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t device, unsigned index, nvmlDevice_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (!is_known(&call, NUMBER_MIG) || value_of(&call, NUMBER_MIG) == 0) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    if (index >= MAX_MIG || !call.gpu->mig[index].present) {
        return finish(&call, NVML_ERROR_NOT_FOUND);
    }
    *out = handle_of(call.index, (int)index);
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetDeviceHandleFromMigDeviceHandle(nvmlDevice_t, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetDeviceHandleFromMigDeviceHandle(nvmlDevice_t device, nvmlDevice_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || call.mig == NULL || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *out = handle_of(call.index, -1);
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t device, unsigned *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *out = call.mig != NULL;
    return finish(&call, NVML_SUCCESS);
}

static nvmlReturn_t instance_id(const char *function, nvmlDevice_t device, bool compute, unsigned *out) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (call.mig == NULL) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    *out = compute ? call.mig->compute_instance : call.mig->gpu_instance;
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetGpuInstanceId(nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceGetGpuInstanceId(nvmlDevice_t device, unsigned *out) {
    return instance_id(__func__, device, false, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetComputeInstanceId(nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceGetComputeInstanceId(nvmlDevice_t device, unsigned *out) {
    return instance_id(__func__, device, true, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t, nvmlDeviceAttributes_t *);
nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t device, nvmlDeviceAttributes_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (call.mig == NULL) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    memset(out, 0, sizeof *out);
    out->multiprocessorCount = call.mig->multiprocessors;
    out->sharedCopyEngineCount = call.mig->copy_engines;
    out->sharedEncoderCount = call.mig->encoders;
    out->sharedDecoderCount = call.mig->decoders;
    out->sharedOfaCount = call.mig->optical_flow;
    out->sharedJpegCount = call.mig->jpeg;
    out->gpuInstanceSliceCount = call.mig->gpu_slices;
    out->computeInstanceSliceCount = call.mig->compute_slices;
    out->memorySizeMB = call.mig->memory_mib;
    return finish(&call, NVML_SUCCESS);
}
