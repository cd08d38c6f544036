/* Distances over PCIe, CPU and NUMA affinity, peer access. */
#include <string.h>

#include "live.h"

enum { LEVEL_INTERNAL = 0, LEVEL_SINGLE = 10, LEVEL_MULTIPLE = 20, LEVEL_HOSTBRIDGE = 30, LEVEL_NODE = 40, LEVEL_SYSTEM = 50 };

static int parent_of(const struct machine *machine, const struct gpu *gpu) {
    for (int i = 0; i < machine->bridge_count; i++) {
        if (strcmp(machine->bridges[i].name, gpu->text[TEXT_PARENT].bytes) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_above(const struct machine *machine, int upper, int lower) {
    for (; lower >= 0; lower = machine->bridges[lower].parent) {
        if (lower == upper) {
            return true;
        }
    }
    return false;
}

/* One bridge between them is SINGLE, several are MULTIPLE, a root is HOSTBRIDGE, two roots are NODE or SYSTEM. */
static unsigned level_between(const struct machine *machine, int left, int right) {
    if (left < 0 || right < 0) {
        return LEVEL_SYSTEM;
    }
    for (int at = left; at >= 0; at = machine->bridges[at].parent) {
        if (is_above(machine, at, right)) {
            if (machine->bridges[at].parent < 0) {
                return LEVEL_HOSTBRIDGE;
            }
            return at == left && at == right ? LEVEL_SINGLE : LEVEL_MULTIPLE;
        }
    }
    return machine->bridges[left].node == machine->bridges[right].node ? LEVEL_NODE : LEVEL_SYSTEM;
}

EXPORT nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t, nvmlDevice_t, unsigned *);
nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t left, nvmlDevice_t right, unsigned *out) {
    struct call call = begin_device(__func__, left);
    if (call.status != NVML_SUCCESS || !is_handle(right) || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    const struct gpu *other = &call.machine->gpu[right->gpu];
    *out = other == call.gpu
        ? (unsigned)LEVEL_INTERNAL
        : level_between(call.machine, parent_of(call.machine, call.gpu), parent_of(call.machine, other));
    return finish(&call, NVML_SUCCESS);
}

static bool joined_by_nvlink(const struct call *call, int other) {
    for (int i = 0; i < MAX_LINKS; i++) {
        const struct link *link = &call->gpu->links[i];
        if (link->present && link->active && (link->remote == REMOTE_SWITCH || link->remote_gpu == other)) {
            return true;
        }
    }
    return false;
}

/* GPUs joined by NVLink reach each other; over PCIe they do below one host bridge. Index 2 asks for NVLink itself. */
EXPORT nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t, nvmlDevice_t, unsigned, unsigned *);
nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t left, nvmlDevice_t right, unsigned index, unsigned *out) {
    enum { PEER_OK = 0, PEER_CHIPSET_NOT_SUPPORTED = 1, PEER_NOT_SUPPORTED = 5, INDEX_NVLINK = 2, INDEX_COUNT = 5 };
    struct call call = begin_device(__func__, left);
    if (call.status != NVML_SUCCESS || !is_handle(right) || index >= INDEX_COUNT || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    const struct gpu *other = &call.machine->gpu[right->gpu];
    unsigned level = level_between(call.machine, parent_of(call.machine, call.gpu), parent_of(call.machine, other));
    bool linked = joined_by_nvlink(&call, right->gpu);
    *out = linked                             ? PEER_OK
        : index == INDEX_NVLINK               ? PEER_NOT_SUPPORTED
        : level <= (unsigned)LEVEL_HOSTBRIDGE ? PEER_OK
                                              : PEER_CHIPSET_NOT_SUPPORTED;
    return finish(&call, NVML_SUCCESS);
}

/* The GPU's own list, or else its NUMA node's. */
static nvmlReturn_t fill_words(const char *list, unsigned size, unsigned long *out) {
    unsigned long words[MAX_CPUS / 64] = {0};
    if (out == NULL || size == 0 || !parse_list(list, words, MAX_CPUS / 64)) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    memset(out, 0, size * sizeof *out);
    memcpy(out, words, (size < MAX_CPUS / 64 ? size : MAX_CPUS / 64) * sizeof *out);
    return NVML_SUCCESS;
}

static nvmlReturn_t cpus(const char *function, nvmlDevice_t device, unsigned size, unsigned long *out) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS) {
        return finish(&call, call.status);
    }
    int parent = parent_of(call.machine, call.gpu);
    int node = parent < 0 ? 0 : call.machine->bridges[parent].node;
    const struct text *list = &call.gpu->text[TEXT_CPUS];
    if (!list->known && node >= 0 && node < 16) {
        list = &call.machine->node_cpus[node];
    }
    return finish(&call, list->known ? fill_words(list->bytes, size, out) : NVML_ERROR_NOT_SUPPORTED);
}

EXPORT nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t, unsigned, unsigned long *);
nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned size, unsigned long *out) {
    return cpus(__func__, device, size, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t, unsigned, unsigned long *, unsigned);
nvmlReturn_t nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t device, unsigned size, unsigned long *out, unsigned scope) {
    return scope > 1 ? NVML_ERROR_INVALID_ARGUMENT : cpus(__func__, device, size, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t, unsigned, unsigned long *, unsigned);
nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t device, unsigned size, unsigned long *out, unsigned scope) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || scope > 1) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    const struct text *nodes = &call.gpu->text[TEXT_NUMA];
    return finish(&call, nodes->known ? fill_words(nodes->bytes, size, out) : NVML_ERROR_NOT_SUPPORTED);
}
