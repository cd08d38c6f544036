/* Event sets. A set sees the events of the control file that are numbered above those that were there when it was made. */
#include <stdlib.h>

#include "live.h"

struct nvmlEventSet_st {
    long seen;
    uint64_t types[MAX_GPUS];
    bool lost_told[MAX_GPUS];
};

EXPORT nvmlReturn_t nvmlEventSetCreate(nvmlEventSet_t *);
nvmlReturn_t nvmlEventSetCreate(nvmlEventSet_t *out) {
    struct call call = begin(__func__, NULL);
    if (call.status != NVML_SUCCESS || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    struct nvmlEventSet_st *set = calloc(1, sizeof *set);
    for (int i = 0; set != NULL && i < call.machine->event_count; i++) {
        long sequence = call.machine->events[i].sequence;
        set->seen = sequence > set->seen ? sequence : set->seen;
    }
    *out = set;
    return finish(&call, set == NULL ? NVML_ERROR_UNKNOWN : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlEventSetFree(nvmlEventSet_t);
nvmlReturn_t nvmlEventSetFree(nvmlEventSet_t set) {
    free(set);
    return NVML_SUCCESS;
}

static const uint64_t SUPPORTED_TYPES = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x2000 | 0x4000 | 0x8000;

EXPORT nvmlReturn_t nvmlDeviceGetSupportedEventTypes(nvmlDevice_t, uint64_t *);
nvmlReturn_t nvmlDeviceGetSupportedEventTypes(nvmlDevice_t device, uint64_t *out) {
    struct call call = begin_device(__func__, device);
    if (call.status == NVML_SUCCESS && out != NULL) {
        *out = SUPPORTED_TYPES;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceRegisterEvents(nvmlDevice_t, uint64_t, nvmlEventSet_t);
nvmlReturn_t nvmlDeviceRegisterEvents(nvmlDevice_t device, uint64_t types, nvmlEventSet_t set) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || set == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    if ((types & ~SUPPORTED_TYPES) != 0) {
        return finish(&call, NVML_ERROR_NOT_SUPPORTED);
    }
    set->types[call.index] |= types;
    return finish(&call, NVML_SUCCESS);
}

static const struct event *next_event(const struct machine *machine, const struct nvmlEventSet_st *set) {
    const struct event *next = NULL;
    for (int i = 0; i < machine->event_count; i++) {
        const struct event *event = &machine->events[i];
        bool wanted = event->sequence > set->seen && (set->types[event->gpu] & event->type) != 0;
        if (wanted && (next == NULL || event->sequence < next->sequence)) {
            next = event;
        }
    }
    return next;
}

static bool lost_since(const struct machine *machine, struct nvmlEventSet_st *set) {
    for (int i = 0; i < MAX_GPUS; i++) {
        const struct reading *lost = &machine->gpu[i].number[NUMBER_LOST];
        bool is_lost = lost->known && lost->low != 0;
        if (set->types[i] != 0 && is_lost && !set->lost_told[i]) {
            set->lost_told[i] = true;
            return true;
        }
    }
    return false;
}

/* One look at the machine; TIMEOUT means nothing yet. */
static nvmlReturn_t look(nvmlEventSet_t set, nvmlEventData_t *out) {
    struct machine *machine = live_lock();
    nvmlReturn_t status = NVML_ERROR_TIMEOUT;
    const struct event *event = machine == NULL ? NULL : next_event(machine, set);
    if (machine == NULL) {
        status = NVML_ERROR_UNINITIALIZED;
    } else if (event != NULL) {
        set->seen = event->sequence;
        *out = (nvmlEventData_t){handle_of(event->gpu, -1), event->type, event->data, 0xFFFFFFFFu, 0xFFFFFFFFu};
        status = NVML_SUCCESS;
    } else if (lost_since(machine, set)) {
        status = NVML_ERROR_GPU_IS_LOST;
    }
    live_unlock();
    return status;
}

static nvmlReturn_t wait_for(nvmlEventSet_t set, nvmlEventData_t *out, unsigned timeout_ms) {
    enum { STEP_MS = 20 };
    if (set == NULL || out == NULL) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    for (unsigned waited = 0;; waited += STEP_MS) {
        nvmlReturn_t status = look(set, out);
        if (status != NVML_ERROR_TIMEOUT || waited >= timeout_ms) {
            return status;
        }
        sleep_micros(STEP_MS * 1000);
    }
}

EXPORT nvmlReturn_t nvmlEventSetWait_v2(nvmlEventSet_t, nvmlEventData_t *, unsigned);
nvmlReturn_t nvmlEventSetWait_v2(nvmlEventSet_t set, nvmlEventData_t *out, unsigned timeout_ms) {
    return wait_for(set, out, timeout_ms);
}

EXPORT nvmlReturn_t nvmlEventSetWait(nvmlEventSet_t, nvmlEventData_t *, unsigned);
nvmlReturn_t nvmlEventSetWait(nvmlEventSet_t set, nvmlEventData_t *out, unsigned timeout_ms) {
    return wait_for(set, out, timeout_ms);
}
