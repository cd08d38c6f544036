/* Who a GPU is, and how it is switched. */
#include <stdio.h>
#include <string.h>

#include "live.h"

#define NUMBER_GETTER(function, key)                               \
    EXPORT nvmlReturn_t function(nvmlDevice_t, unsigned *);        \
    nvmlReturn_t function(nvmlDevice_t device, unsigned *out) {    \
        return read_number(__func__, device, NUMBER_##key, out);   \
    }

#define TEXT_GETTER(function, key)                                              \
    EXPORT nvmlReturn_t function(nvmlDevice_t, char *, unsigned);               \
    nvmlReturn_t function(nvmlDevice_t device, char *out, unsigned length) {    \
        return read_text(__func__, device, TEXT_##key, out, length);            \
    }

NUMBER_GETTER(nvmlDeviceGetBrand, BRAND)
NUMBER_GETTER(nvmlDeviceGetArchitecture, ARCHITECTURE)
NUMBER_GETTER(nvmlDeviceGetNumGpuCores, CORES)
NUMBER_GETTER(nvmlDeviceGetMinorNumber, MINOR)
NUMBER_GETTER(nvmlDeviceGetModuleId, MODULE)
NUMBER_GETTER(nvmlDeviceGetPersistenceMode, PERSISTENCE)
NUMBER_GETTER(nvmlDeviceGetDisplayActive, DISPLAY_ACTIVE)
NUMBER_GETTER(nvmlDeviceGetComputeMode, COMPUTE_MODE)
NUMBER_GETTER(nvmlDeviceGetNumaNodeId, GPU_NUMA)
TEXT_GETTER(nvmlDeviceGetSerial, SERIAL)
TEXT_GETTER(nvmlDeviceGetBoardPartNumber, PART)
TEXT_GETTER(nvmlDeviceGetVbiosVersion, VBIOS)

EXPORT nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t, char *, unsigned);
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *out, unsigned length) {
    struct call call = begin_device(__func__, device);
    char name[2 * MAX_TEXT + 8] = "";
    if (call.status == NVML_SUCCESS) {
        const char *profile = call.mig == NULL ? "" : call.mig->profile.bytes;
        snprintf(name, sizeof name, "%s%s%s", call.gpu->text[TEXT_NAME].bytes, call.mig == NULL ? "" : " MIG ", profile);
    }
    return finish(&call, copy_out(name, out, length));
}

EXPORT nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t, char *, unsigned);
nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *out, unsigned length) {
    struct call call = begin_device(__func__, device);
    const char *uuid = call.status != NVML_SUCCESS ? ""
        : call.mig != NULL                         ? call.mig->uuid.bytes
                                                   : call.gpu->text[TEXT_UUID].bytes;
    return finish(&call, copy_out(uuid, out, length));
}

EXPORT nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *out) {
    struct call call = begin_device(__func__, device);
    if (call.status == NVML_SUCCESS && out != NULL) {
        *out = call.mig != NULL ? (unsigned)device->mig : index_of(call.machine, call.index);
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t, int *, int *);
nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || major == NULL || minor == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *major = (int)value_of(&call, NUMBER_COMPUTE_MAJOR);
    *minor = (int)value_of(&call, NUMBER_COMPUTE_MINOR);
    return finish(&call, is_known(&call, NUMBER_COMPUTE_MAJOR) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

nvmlReturn_t fill_pci(const struct gpu *gpu, nvmlPciInfo_t *pci) {
    unsigned domain, bus, slot;
    memset(pci, 0, sizeof *pci);
    if (sscanf(gpu->text[TEXT_BUS].bytes, "%x:%x:%x", &domain, &bus, &slot) != 3) {
        return NVML_ERROR_NOT_SUPPORTED;
    }
    pci->domain = domain;
    pci->bus = bus;
    pci->device = slot;
    pci->pciDeviceId = (uint32_t)gpu->number[NUMBER_DEVICE_ID].low;
    pci->pciSubSystemId = (uint32_t)gpu->number[NUMBER_SUBSYSTEM_ID].low;
    snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0", domain & 0xffff, bus & 0xff, slot & 0x1f);
    snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", domain, bus & 0xff, slot & 0x1f);
    return NVML_SUCCESS;
}

/* The older two fill only the short text and leave the long one alone. */
static nvmlReturn_t pci_info(const char *function, nvmlDevice_t device, nvmlPciInfo_t *out, size_t size) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    nvmlPciInfo_t pci;
    nvmlReturn_t status = fill_pci(call.gpu, &pci);
    if (status == NVML_SUCCESS) {
        memcpy(out, &pci, size);
    }
    return finish(&call, status);
}

#define PCI_GETTER(function, size)                                  \
    EXPORT nvmlReturn_t function(nvmlDevice_t, nvmlPciInfo_t *);    \
    nvmlReturn_t function(nvmlDevice_t device, nvmlPciInfo_t *out) { \
        return pci_info(__func__, device, out, size);               \
    }

PCI_GETTER(nvmlDeviceGetPciInfo_v3, sizeof(nvmlPciInfo_t))
PCI_GETTER(nvmlDeviceGetPciInfo_v2, offsetof(nvmlPciInfo_t, busId))
PCI_GETTER(nvmlDeviceGetPciInfo, offsetof(nvmlPciInfo_t, pciSubSystemId))

EXPORT nvmlReturn_t nvmlDeviceGetAddressingMode(nvmlDevice_t, nvmlDeviceAddressingMode_v1_t *);
nvmlReturn_t nvmlDeviceGetAddressingMode(nvmlDevice_t device, nvmlDeviceAddressingMode_v1_t *out) {
    struct call call = begin_device(__func__, device);
    nvmlReturn_t status = out == NULL ? NVML_ERROR_INVALID_ARGUMENT
        : out->version != VERSION_WORD(nvmlDeviceAddressingMode_v1_t, 1) ? NVML_ERROR_ARGUMENT_VERSION_MISMATCH
                                                                         : NVML_SUCCESS;
    if (call.status == NVML_SUCCESS && status == NVML_SUCCESS) {
        status = is_known(&call, NUMBER_ADDRESSING) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
        out->value = (uint32_t)value_of(&call, NUMBER_ADDRESSING);
    }
    return finish(&call, status);
}

static nvmlReturn_t pair(const char *function, nvmlDevice_t device, enum gpu_number now, enum gpu_number next, unsigned *out_now,
                         unsigned *out_next) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS || out_now == NULL || out_next == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if (!is_known(&call, now)) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    *out_now = (unsigned)value_of(&call, now);
    *out_next = is_known(&call, next) ? (unsigned)value_of(&call, next) : *out_now;
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t device, unsigned *now, unsigned *pending) {
    return pair(__func__, device, NUMBER_ECC, NUMBER_ECC_PENDING, now, pending);
}

EXPORT nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t, unsigned *, unsigned *);
nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned *now, unsigned *pending) {
    return pair(__func__, device, NUMBER_MIG, NUMBER_MIG_PENDING, now, pending);
}
