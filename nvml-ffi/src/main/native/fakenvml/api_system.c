/* Init, versions and the enumeration of GPUs. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

/* symbols = minus:... is done when the library is copied; a copy that still has them would test nothing. */
static nvmlReturn_t check_symbols(void) {
    struct machine *machine = live_lock();
    char names[MAX_LINE];
    strcpy(names, machine->symbols);
    live_unlock();
    if (strncmp(names, "minus:", 6) != 0) {
        return NVML_SUCCESS;
    }
    Dl_info self;
    void *library = dladdr((void *)(intptr_t)&live_start, &self) != 0 ? dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD) : NULL;
    char *rest = names + 6;
    for (char *name = strtok_r(rest, ", ", &rest); library != NULL && name != NULL; name = strtok_r(NULL, ", ", &rest)) {
        if (dlsym(library, name) != NULL) {
            struct source at = {settings()->profile, 0, "system", "symbols", name};
            fail(&at, "this copy of the library still exports it", "install the copy with FakeDriver, which removes it");
            dlclose(library);
            return NVML_ERROR_UNKNOWN;
        }
    }
    if (library != NULL) {
        dlclose(library);
    }
    return NVML_SUCCESS;
}

static nvmlReturn_t start(void) {
    nvmlReturn_t status = live_start();
    if (status == NVML_SUCCESS && check_symbols() != NVML_SUCCESS) {
        live_stop();
        return NVML_ERROR_UNKNOWN;
    }
    return status;
}

EXPORT nvmlReturn_t nvmlInit_v2(void);
nvmlReturn_t nvmlInit_v2(void) {
    return start();
}

/* The first version opened every GPU, and failed when one was bad. */
EXPORT nvmlReturn_t nvmlInit(void);
nvmlReturn_t nvmlInit(void) {
    nvmlReturn_t status = start();
    struct machine *machine = live_lock();
    for (int i = 0; status == NVML_SUCCESS && i < MAX_GPUS; i++) {
        const struct reading *lost = &machine->gpu[i].number[NUMBER_LOST];
        status = lost->known && lost->low != 0 ? NVML_ERROR_GPU_IS_LOST : NVML_SUCCESS;
    }
    live_unlock();
    return status;
}

EXPORT nvmlReturn_t nvmlShutdown(void);
nvmlReturn_t nvmlShutdown(void) {
    return live_stop();
}

EXPORT const char *nvmlErrorString(nvmlReturn_t);
const char *nvmlErrorString(nvmlReturn_t status) {
    switch ((int)status) {
    case NVML_SUCCESS: return "Success";
    case NVML_ERROR_NOT_SUPPORTED: return "Not Supported";
    case NVML_ERROR_GPU_IS_LOST: return "GPU is lost";
    default: return "Unknown Error";
    }
}

EXPORT nvmlReturn_t nvmlSystemGetDriverVersion(char *, unsigned);
nvmlReturn_t nvmlSystemGetDriverVersion(char *out, unsigned length) {
    struct call call = begin(__func__, NULL);
    return finish(&call, call.status == NVML_SUCCESS ? copy_out(call.machine->driver, out, length) : call.status);
}

EXPORT nvmlReturn_t nvmlSystemGetNVMLVersion(char *, unsigned);
nvmlReturn_t nvmlSystemGetNVMLVersion(char *out, unsigned length) {
    struct call call = begin(__func__, NULL);
    return finish(&call, call.status == NVML_SUCCESS ? copy_out(call.machine->nvml, out, length) : call.status);
}

static nvmlReturn_t cuda_version(const char *function, int *out) {
    struct call call = begin(function, NULL);
    if (call.status == NVML_SUCCESS && out != NULL) {
        *out = call.machine->cuda;
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *);
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *out) {
    return cuda_version(__func__, out);
}

EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *);
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *out) {
    return cuda_version(__func__, out);
}

static nvmlReturn_t count(const char *function, unsigned *out) {
    struct call call = begin(function, NULL);
    if (call.status == NVML_SUCCESS && out != NULL) {
        *out = gpu_count(call.machine);
    }
    return finish(&call, out == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS);
}

EXPORT nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *);
nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *out) {
    return count(__func__, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetCount(unsigned *);
nvmlReturn_t nvmlDeviceGetCount(unsigned *out) {
    return count(__func__, out);
}

/* Opening a GPU fails as any call on it would: lost, or a status that the profile sets for this function. */
static nvmlReturn_t open_gpu(const char *function, int gpu, nvmlDevice_t *out) {
    struct call call = begin(function, handle_of(gpu, -1));
    if (call.status == NVML_SUCCESS) {
        *out = handle_of(gpu, -1);
    }
    return finish(&call, NVML_SUCCESS);
}

static nvmlReturn_t by_index(const char *function, unsigned index, nvmlDevice_t *out) {
    struct machine *machine = live_lock();
    int gpu = machine == NULL ? -1 : gpu_at(machine, index);
    live_unlock();
    return gpu < 0 || out == NULL ? NVML_ERROR_INVALID_ARGUMENT : open_gpu(function, gpu, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *out) {
    return by_index(__func__, index, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *out) {
    return by_index(__func__, index, out);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *out) {
    struct call call = begin(__func__, NULL);
    if (call.status != NVML_SUCCESS || uuid == NULL || out == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    for (int i = 0; i < MAX_GPUS; i++) {
        struct gpu *gpu = &call.machine->gpu[i];
        if (gpu->present && strcmp(gpu->text[TEXT_UUID].bytes, uuid) == 0) {
            finish(&call, NVML_SUCCESS);
            return open_gpu(__func__, i, out);
        }
        for (int k = 0; k < MAX_MIG; k++) {
            if (gpu->mig[k].present && strcmp(gpu->mig[k].uuid.bytes, uuid) == 0) {
                *out = handle_of(i, k);
                return finish(&call, NVML_SUCCESS);
            }
        }
    }
    return finish(&call, NVML_ERROR_NOT_FOUND);
}

EXPORT nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *, nvmlDevice_t *);
nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *bus, nvmlDevice_t *out) {
    struct call call = begin(__func__, NULL);
    unsigned wanted[3];
    if (call.status != NVML_SUCCESS || bus == NULL || out == NULL
        || sscanf(bus, "%x:%x:%x", &wanted[0], &wanted[1], &wanted[2]) != 3) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    for (int i = 0; i < MAX_GPUS; i++) {
        nvmlPciInfo_t pci;
        if (call.machine->gpu[i].present && fill_pci(&call.machine->gpu[i], &pci) == NVML_SUCCESS && pci.domain == wanted[0]
            && pci.bus == wanted[1] && pci.device == wanted[2]) {
            finish(&call, NVML_SUCCESS);
            return open_gpu(__func__, i, out);
        }
    }
    return finish(&call, NVML_ERROR_NOT_FOUND);
}
