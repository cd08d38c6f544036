/* Init, reload, handles, faults and latency: what every call of the fake goes through. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings current_settings;
static struct machine *current;
static struct stat control_seen;
static int users;
static FILE *trace;
static struct nvmlDevice_st handles[MAX_GPUS][MAX_MIG + 1];

const struct settings *settings(void) {
    return &current_settings;
}

void sleep_micros(long micros) {
    struct timespec time = {micros / 1000000, micros % 1000000 * 1000};
    while (micros > 0 && nanosleep(&time, &time) != 0) {
    }
}

struct nvmlDevice_st *handle_of(int gpu, int mig) {
    struct nvmlDevice_st *handle = &handles[gpu][mig + 1];
    *handle = (struct nvmlDevice_st){mig < 0 ? HANDLE_GPU : HANDLE_MIG, gpu, mig};
    return handle;
}

bool is_handle(nvmlDevice_t device) {
    uintptr_t first = (uintptr_t)handles;
    uintptr_t at = (uintptr_t)device;
    return at >= first && at < first + sizeof handles && (at - first) % sizeof handles[0][0] == 0;
}

static bool visible(const struct gpu *gpu) {
    const struct reading *unplug = &gpu->number[NUMBER_UNPLUG];
    return gpu->present && !(unplug->known && unplug->low != 0);
}

unsigned gpu_count(const struct machine *machine) {
    unsigned count = 0;
    for (int i = 0; i < MAX_GPUS; i++) {
        count += visible(&machine->gpu[i]);
    }
    return count;
}

int gpu_at(const struct machine *machine, unsigned index) {
    for (int i = 0; i < MAX_GPUS; i++) {
        if (visible(&machine->gpu[i]) && index-- == 0) {
            return i;
        }
    }
    return -1;
}

unsigned index_of(const struct machine *machine, int gpu) {
    unsigned index = 0;
    for (int i = 0; i < gpu; i++) {
        index += visible(&machine->gpu[i]);
    }
    return index;
}

static bool same_file(const struct stat *left, const struct stat *right) {
    return left->st_ino == right->st_ino && left->st_size == right->st_size && left->st_mtim.tv_sec == right->st_mtim.tv_sec
        && left->st_mtim.tv_nsec == right->st_mtim.tv_nsec;
}

/* A control file with a mistake is reported and left aside: the machine stays as it was. */
static void reload_when_changed(void) {
    struct stat now = {0};
    bool there = current_settings.control[0] != '\0' && stat(current_settings.control, &now) == 0;
    if (current != NULL && same_file(&now, &control_seen)) {
        return;
    }
    struct machine *next = calloc(1, sizeof *next);
    if (next != NULL && machine_load(next, current_settings.profile, there ? current_settings.control : "", current_settings.seed)) {
        free(current);
        current = next;
    } else {
        free(next);
    }
    control_seen = now;
}

struct machine *live_lock(void) {
    pthread_mutex_lock(&lock);
    if (users > 0) {
        reload_when_changed();
    }
    return current;
}

void live_unlock(void) {
    pthread_mutex_unlock(&lock);
}

static struct fault *find(struct fault *faults, int count, int kind, const char *function) {
    for (int i = 0; i < count; i++) {
        bool matches = strcmp(faults[i].function, "*") == 0 || strcmp(faults[i].function, function) == 0;
        if (matches && (int)faults[i].kind == kind) {
            return &faults[i];
        }
    }
    return NULL;
}

static struct fault *fault_for(const struct call *call, int kind, const char *function) {
    struct fault *own = call->gpu == NULL ? NULL : find(call->gpu->faults, call->gpu->fault_count, kind, function);
    return own != NULL ? own : find(call->machine->faults, call->machine->fault_count, kind, function);
}

static struct call locate(nvmlDevice_t device) {
    struct call call = {NVML_SUCCESS, live_lock(), NULL, -1, NULL};
    if (users == 0 || call.machine == NULL) {
        call.status = NVML_ERROR_UNINITIALIZED;
    } else if (device != NULL && !is_handle(device)) {
        call.status = NVML_ERROR_INVALID_ARGUMENT;
    } else if (device != NULL) {
        call.index = device->gpu;
        call.gpu = &call.machine->gpu[device->gpu];
        call.mig = device->kind == HANDLE_MIG ? &call.gpu->mig[device->mig] : NULL;
        const struct reading *lost = &call.gpu->number[NUMBER_LOST];
        if (!visible(call.gpu) || (lost->known && lost->low != 0)) {
            call.status = NVML_ERROR_GPU_IS_LOST;
        } else if (call.mig != NULL && !call.mig->present) {
            call.status = NVML_ERROR_NOT_FOUND;
        }
    }
    return call;
}

/* A hang ends after its time, or when the control file no longer asks for it. */
static void hang(const char *function, nvmlDevice_t device, struct call *call) {
    const long step = 10000;
    const struct fault *fault;
    for (long waited = 0; (fault = fault_for(call, FAULT_HANG, function)) != NULL; waited += step) {
        if (fault->value >= 0 && waited >= fault->value) {
            return;
        }
        live_unlock();
        sleep_micros(step);
        *call = locate(device);
        if (call->machine == NULL) {
            return;
        }
    }
}

static void take_time(const char *function, nvmlDevice_t device, struct call *call) {
    const struct fault *delay = fault_for(call, FAULT_DELAY, function);
    long micros = delay != NULL ? delay->value : call->machine->latency_us;
    if (micros > 0 && !current_settings.no_latency) {
        live_unlock();
        sleep_micros(micros);
        *call = locate(device);
    }
}

static void write_trace(const char *function, const struct call *call) {
    if (trace != NULL) {
        fprintf(trace, "%ld %s %d\n", (long)syscall(SYS_gettid), function, call->index);
        fflush(trace);
    }
}

static nvmlReturn_t forced_status(const struct call *call, const char *function) {
    struct fault *once = fault_for(call, FAULT_ONCE, function);
    if (once != NULL && !once->spent) {
        once->spent = true;
        return (nvmlReturn_t)once->value;
    }
    const struct fault *always = fault_for(call, FAULT_STATUS, function);
    return always == NULL ? NVML_SUCCESS : (nvmlReturn_t)always->value;
}

struct call begin(const char *function, nvmlDevice_t device) {
    struct call call = locate(device);
    if (call.status == NVML_ERROR_UNINITIALIZED) {
        return call;
    }
    write_trace(function, &call);
    hang(function, device, &call);
    if (call.machine != NULL) {
        take_time(function, device, &call);
    }
    if (call.machine != NULL && call.status == NVML_SUCCESS) {
        call.status = forced_status(&call, function);
    }
    return call;
}

struct call begin_device(const char *function, nvmlDevice_t device) {
    if (device == NULL) {
        return (struct call){NVML_ERROR_INVALID_ARGUMENT, live_lock(), NULL, -1, NULL};
    }
    return begin(function, device);
}

nvmlReturn_t finish(const struct call *call, nvmlReturn_t status) {
    live_unlock();
    return call->status != NVML_SUCCESS ? call->status : status;
}

static nvmlReturn_t open_machine(void) {
    if (!settings_read(&current_settings)) {
        return NVML_ERROR_UNKNOWN;
    }
    if (current_settings.trace[0] != '\0' && trace == NULL) {
        trace = fopen(current_settings.trace, "ae");
    }
    free(current);
    current = NULL;
    memset(&control_seen, 0, sizeof control_seen);
    reload_when_changed();
    return current == NULL ? NVML_ERROR_UNKNOWN : (nvmlReturn_t)current->init_status;
}

nvmlReturn_t live_start(void) {
    pthread_mutex_lock(&lock);
    nvmlReturn_t status = users == 0 ? open_machine() : NVML_SUCCESS;
    long delay = current == NULL || current_settings.no_latency ? 0 : current->init_delay_us;
    users += status == NVML_SUCCESS;
    pthread_mutex_unlock(&lock);
    sleep_micros(delay);
    return status;
}

nvmlReturn_t live_stop(void) {
    pthread_mutex_lock(&lock);
    bool running = users > 0;
    users -= running;
    pthread_mutex_unlock(&lock);
    return running ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}
