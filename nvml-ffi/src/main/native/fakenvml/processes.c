/*
 * Processes on a GPU: those the profile and the control file list, and real ones. A real process shows up by writing a file
 * named by its pid into the processes folder, one line for each GPU: UUID, MiB and, if it likes, percent of the GPU.
 * Files of dead processes are ignored.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "live.h"

static bool alive(long pid) {
    return pid > 0 && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
}

static void read_registration(const char *path, long pid, const char *uuid, struct process *out, int *count) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return;
    }
    char line[MAX_TEXT * 2];
    while (*count < MAX_PROCESSES && fgets(line, sizeof line, file) != NULL) {
        char name[MAX_TEXT];
        double mib;
        int percent = -1;
        if (sscanf(line, "%127s %lf %d", name, &mib, &percent) >= 2 && strcmp(name, uuid) == 0 && mib >= 0 && mib < 1e9) {
            out[(*count)++] = (struct process){.pid = (unsigned)pid,
                                               .kinds = PROCESS_COMPUTE,
                                               .used_known = true,
                                               .used_bytes = (uint64_t)(mib * 1048576),
                                               .sm_percent = percent,
                                               .gpu_instance = 0xFFFFFFFFu,
                                               .compute_instance = 0xFFFFFFFFu};
        }
    }
    fclose(file);
}

/* When the folder was last changed while it was empty: most samples of most GPUs then need not list it. */
static struct timespec empty_since;

static bool known_empty(const char *folder) {
    struct stat now;
    return stat(folder, &now) != 0
        || (now.st_mtim.tv_sec == empty_since.tv_sec && now.st_mtim.tv_nsec == empty_since.tv_nsec);
}

/* A change within the clock tick of the listing would not show, so only a folder at rest counts as known. */
static void remember_empty(const char *folder) {
    const long rest_micros = 100000;
    struct stat seen;
    if (stat(folder, &seen) == 0
        && now_micros() - ((int64_t)seen.st_mtim.tv_sec * 1000000 + seen.st_mtim.tv_nsec / 1000) > rest_micros) {
        empty_since = seen.st_mtim;
    }
}

static int read_folder(const char *folder, const struct gpu *gpu, struct process *out, int count) {
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        return count;
    }
    bool any = false;
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        char *end;
        long pid = strtol(entry->d_name, &end, 10);
        char path[MAX_LINE + 300];
        any |= entry->d_name[0] != '.';
        if (*end == '\0' && alive(pid)) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            read_registration(path, pid, gpu->text[TEXT_UUID].bytes, out, &count);
        }
    }
    closedir(entries);
    if (!any) {
        remember_empty(folder);
    }
    return count;
}

int running_processes(const struct gpu *gpu, struct process *out) {
    int count = gpu->process_count;
    memcpy(out, gpu->processes, (size_t)count * sizeof *out);
    const char *folder = settings()->processes;
    return folder[0] == '\0' || known_empty(folder) ? count : read_folder(folder, gpu, out, count);
}

/* Puts entries of the given kind, laid out as the driver of this profile lays them out, behind each other. */
static nvmlReturn_t list(const char *function, nvmlDevice_t device, unsigned kind, size_t entry_size, unsigned *count, void *out) {
    struct call call = begin_device(function, device);
    if (call.status != NVML_SUCCESS) {
        return finish(&call, call.status);
    }
    if (entry_size == 0) {
        entry_size = (size_t)call.machine->process_struct;
    }
    struct process all[MAX_PROCESSES];
    int total = call.machine->pids == PIDS_HIDDEN ? 0 : running_processes(call.gpu, all);
    unsigned room = count == NULL ? 0 : *count;
    unsigned found = 0;
    for (int i = 0; i < total; i++) {
        if ((all[i].kinds & kind) == 0 || (call.mig != NULL && all[i].gpu_instance != call.mig->gpu_instance)) {
            continue;
        }
        nvmlProcessInfo_535_t entry = {.pid = call.machine->pids == PIDS_ZERO ? 0 : all[i].pid,
                                       .usedGpuMemory = all[i].used_known ? all[i].used_bytes : UINT64_MAX,
                                       .gpuInstanceId = all[i].gpu_instance,
                                       .computeInstanceId = all[i].compute_instance};
        if (found < room && out != NULL) {
            memcpy((char *)out + found * entry_size, &entry, entry_size);
        }
        found++;
    }
    if (count == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    *count = found;
    return finish(&call, found > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS);
}

#define PROCESS_LIST(kind_name, kind)                                                                        \
    EXPORT nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses_v3(nvmlDevice_t, unsigned *, void *);     \
    nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses_v3(nvmlDevice_t device, unsigned *count, void *out) { \
        return list(__func__, device, kind, 0, count, out);                                                  \
    }                                                                                                        \
    EXPORT nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses_v2(nvmlDevice_t, unsigned *, void *);     \
    nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses_v2(nvmlDevice_t device, unsigned *count, void *out) { \
        return list(__func__, device, kind, sizeof(nvmlProcessInfo_v2_t), count, out);                       \
    }                                                                                                        \
    EXPORT nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses(nvmlDevice_t, unsigned *, void *);        \
    nvmlReturn_t nvmlDeviceGet##kind_name##RunningProcesses(nvmlDevice_t device, unsigned *count, void *out) { \
        return list(__func__, device, kind, sizeof(nvmlProcessInfo_v1_t), count, out);                       \
    }

PROCESS_LIST(Compute, PROCESS_COMPUTE)
PROCESS_LIST(Graphics, PROCESS_GRAPHICS)
PROCESS_LIST(MPSCompute, PROCESS_MPS)

EXPORT nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t, nvmlProcessUtilizationSample_t *, unsigned *, uint64_t);
nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t device, nvmlProcessUtilizationSample_t *out, unsigned *count,
                                             uint64_t since) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || count == NULL || (is_known(&call, NUMBER_MIG) && value_of(&call, NUMBER_MIG) != 0)) {
        return finish(&call, count == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED);
    }
    struct process all[MAX_PROCESSES];
    int total = running_processes(call.gpu, all);
    unsigned room = out == NULL ? 0 : *count;
    uint64_t now = (uint64_t)now_micros();
    *count = (unsigned)total;
    if (total == 0 || since >= now) {
        *count = 0;
        return finish(&call, NVML_ERROR_NOT_FOUND);
    }
    if (room < (unsigned)total) {
        return finish(&call, NVML_ERROR_INSUFFICIENT_SIZE);
    }
    for (int i = 0; i < total; i++) {
        unsigned percent = all[i].sm_percent < 0 ? (unsigned)(90 / total) : (unsigned)all[i].sm_percent;
        out[i] = (nvmlProcessUtilizationSample_t){all[i].pid, now, percent, percent / 2, 0, 0};
    }
    return finish(&call, NVML_SUCCESS);
}

/* A process of the profile has the profile's name; a real one the name that /proc has. */
static bool listed_name(const struct machine *machine, unsigned pid, char *name, size_t size) {
    for (int i = 0; i < MAX_GPUS; i++) {
        for (int k = 0; k < machine->gpu[i].process_count; k++) {
            const struct process *process = &machine->gpu[i].processes[k];
            if (process->pid == pid && process->name[0] != '\0') {
                snprintf(name, size, "%s", process->name);
                return true;
            }
        }
    }
    return false;
}

EXPORT nvmlReturn_t nvmlSystemGetProcessName(unsigned, char *, unsigned);
nvmlReturn_t nvmlSystemGetProcessName(unsigned pid, char *out, unsigned length) {
    struct call call = begin(__func__, NULL);
    char name[MAX_LINE] = "";
    if (call.status != NVML_SUCCESS || listed_name(call.machine, pid, name, sizeof name)) {
        return finish(&call, call.status == NVML_SUCCESS ? copy_out(name, out, length) : call.status);
    }
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/cmdline", pid);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return finish(&call, NVML_ERROR_NOT_FOUND);
    }
    bool some = fgets(name, sizeof name, file) != NULL;
    fclose(file);
    return finish(&call, some ? copy_out(name, out, length) : NVML_ERROR_NOT_FOUND);
}
