/* The running fake: settings, the current machine, handles, and what every call does first. */
#ifndef BASALT_FAKE_LIVE_H
#define BASALT_FAKE_LIVE_H

#include "machine.h"
#include "nvml_abi.h"

#define EXPORT __attribute__((visibility("default")))

enum handle_kind { HANDLE_GPU, HANDLE_MIG };

/* What an nvmlDevice_t points to. Lives as long as the library, so a stale handle is never a wild pointer. */
struct nvmlDevice_st {
    enum handle_kind kind;
    int gpu;
    int mig;
};

struct settings {
    char profile[MAX_LINE], control[MAX_LINE], processes[MAX_LINE], trace[MAX_LINE];
    char seed[MAX_TEXT];
    bool no_latency;
};

/* A call in progress: it holds the lock, and the machine does not change under it. */
struct call {
    nvmlReturn_t status;
    struct machine *machine;
    struct gpu *gpu;
    int index; /* the GPU's place in the profile */
    struct mig_instance *mig;
};

/* Starts a call on the library (device NULL) or a device: waits as long as the call takes, applies faults, takes the lock. */
struct call begin(const char *function, nvmlDevice_t device);
/* Starts a call that needs a device. */
struct call begin_device(const char *function, nvmlDevice_t device);
/* Ends it, and gives the status to return. */
nvmlReturn_t finish(const struct call *call, nvmlReturn_t status);

struct nvmlDevice_st *handle_of(int gpu, int mig);
bool is_handle(nvmlDevice_t device);
/* The GPU in the profile that NVML counts as index; -1 when there are not so many. */
int gpu_at(const struct machine *machine, unsigned index);
unsigned gpu_count(const struct machine *machine);
unsigned index_of(const struct machine *machine, int gpu);

const struct settings *settings(void);
/* settings.c: fills settings from the file beside the library, then from the environment. False when there is no profile. */
bool settings_read(struct settings *out);
/* Adds the running flag: nvmlInit and nvmlShutdown. */
nvmlReturn_t live_start(void);
nvmlReturn_t live_stop(void);
/* Locks, re-reads a changed control file and gives the machine; for waits that look again and again. */
struct machine *live_lock(void);
void live_unlock(void);
void sleep_micros(long micros);

/* values.c */
double value_of(const struct call *call, enum gpu_number key);
bool is_known(const struct call *call, enum gpu_number key);
nvmlReturn_t read_number(const char *function, nvmlDevice_t device, enum gpu_number key, unsigned *out);
nvmlReturn_t read_text(const char *function, nvmlDevice_t device, enum gpu_text key, char *out, unsigned length);
nvmlReturn_t copy_out(const char *text, char *out, unsigned length);
int64_t now_micros(void);

/* processes.c: the profile's processes and those that registered themselves; count at most MAX_PROCESSES. */
int running_processes(const struct gpu *gpu, struct process *out);
/* Bus number of a GPU, or of an NVSwitch, into the parts of an nvmlPciInfo_t. */
nvmlReturn_t fill_pci(const struct gpu *gpu, nvmlPciInfo_t *pci);

#endif
