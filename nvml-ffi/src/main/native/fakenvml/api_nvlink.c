/* NVLinks and the fabric. */
#include <stdio.h>
#include <string.h>

#include "live.h"

static const struct link *link_of(struct call *call, unsigned number) {
    if (call->status != NVML_SUCCESS) {
        return NULL;
    }
    if (number >= MAX_LINKS) {
        call->status = NVML_ERROR_INVALID_ARGUMENT;
        return NULL;
    }
    const struct link *link = &call->gpu->links[number];
    if (!link->present || call->mig != NULL) {
        call->status = NVML_ERROR_NOT_SUPPORTED;
        return NULL;
    }
    return link;
}

EXPORT nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned number, unsigned *out) {
    struct call call = begin_device(__func__, device);
    const struct link *link = link_of(&call, number);
    if (link != NULL && out != NULL) {
        *out = link->active;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t device, unsigned number, unsigned *out) {
    struct call call = begin_device(__func__, device);
    const struct link *link = link_of(&call, number);
    if (link != NULL && out != NULL) {
        *out = (unsigned)call.machine->link_version;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t device, unsigned number, unsigned *out) {
    struct call call = begin_device(__func__, device);
    const struct link *link = link_of(&call, number);
    if (link != NULL && out != NULL) {
        *out = call.machine->link_remote_unknown ? (unsigned)REMOTE_UNKNOWN : (unsigned)link->remote;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

/* NVSwitches sit on buses from 0xC5 on, as on DGX A100, one bus each. */
static void switch_pci(unsigned number, nvmlPciInfo_t *pci) {
    memset(pci, 0, sizeof *pci);
    pci->bus = (0xC5 + number) & 0xff;
    snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "0000:%02X:00.0", pci->bus & 0xff);
    snprintf(pci->busId, sizeof pci->busId, "00000000:%02X:00.0", pci->bus & 0xff);
}

static nvmlReturn_t remote_pci(const char *function, nvmlDevice_t device, unsigned number, nvmlPciInfo_t *out) {
    struct call call = begin_device(function, device);
    const struct link *link = link_of(&call, number);
    nvmlReturn_t status = out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS;
    if (link != NULL && status == NVML_SUCCESS) {
        if (call.machine->link_remote_unknown) {
            status = NVML_ERROR_NOT_SUPPORTED;
        } else if (link->remote == REMOTE_SWITCH) {
            switch_pci(link->remote_switch, out);
        } else {
            status = fill_pci(&call.machine->gpu[link->remote_gpu], out);
        }
    }
    return finish(&call, status);
}

EXPORT nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t, unsigned, nvmlPciInfo_t *);
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned number, nvmlPciInfo_t *out) {
    return remote_pci(__func__, device, number, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetNvLinkErrorCounter(nvmlDevice_t, unsigned, unsigned, uint64_t *);
nvmlReturn_t nvmlDeviceGetNvLinkErrorCounter(nvmlDevice_t device, unsigned number, unsigned counter, uint64_t *out) {
    enum { COUNTER_REPLAY = 0, COUNTER_CRC_FLIT = 2, COUNTER_COUNT = 5 };
    struct call call = begin_device(__func__, device);
    if (link_of(&call, number) == NULL || counter >= COUNTER_COUNT || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    enum gpu_number key = counter == COUNTER_REPLAY ? NUMBER_NVLINK_REPLAY : NUMBER_NVLINK_CRC;
    bool counts = (counter == COUNTER_REPLAY || counter == COUNTER_CRC_FLIT) && is_known(&call, key);
    *out = counts ? (uint64_t)value_of(&call, key) : 0;
    return finish(&call, NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t, void *);
nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t device, void *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    nvmlGpuFabricInfo_v3_t info;
    memcpy(&info.version, out, sizeof info.version);
    size_t size = info.version == VERSION_WORD(nvmlGpuFabricInfo_v3_t, 3) ? sizeof info
        : info.version == VERSION_WORD(nvmlGpuFabricInfo_v2_t, 2)         ? sizeof(nvmlGpuFabricInfo_v2_t)
                                                                          : 0;
    if (size == 0) {
        return finish(&call, NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    }
    memcpy(info.clusterUuid, call.machine->fabric_cluster, sizeof info.clusterUuid);
    info.status = (nvmlReturn_t)call.machine->fabric_status;
    info.cliqueId = (uint32_t)call.machine->fabric_clique;
    info.state = (unsigned char)call.machine->fabric_state;
    info.healthMask = (uint32_t)call.machine->fabric_mask;
    info.healthSummary = (unsigned char)call.machine->fabric_health;
    memcpy(out, &info, size);
    return finish(&call, call.machine->fabric_known ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetGpuFabricInfo(nvmlDevice_t, nvmlGpuFabricInfo_t *);
nvmlReturn_t nvmlDeviceGetGpuFabricInfo(nvmlDevice_t device, nvmlGpuFabricInfo_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    memcpy(out->clusterUuid, call.machine->fabric_cluster, sizeof out->clusterUuid);
    out->status = (nvmlReturn_t)call.machine->fabric_status;
    out->cliqueId = (uint32_t)call.machine->fabric_clique;
    out->state = (unsigned char)call.machine->fabric_state;
    return finish(&call, call.machine->fabric_known ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED);
}
