/* The machine that a profile and a control file describe. Parsing fills it; the API files read it under the lock. */
#ifndef BASALT_FAKE_MACHINE_H
#define BASALT_FAKE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keys.h"

enum {
    MAX_GPUS = 32,
    MAX_LINKS = 36,
    MAX_PROCESSES = 64,
    MAX_MIG = 16,
    MAX_FAULTS = 64,
    MAX_EVENTS = 64,
    MAX_BRIDGES = 64,
    MAX_CPUS = 1024,
    MAX_TEXT = 128,
    MAX_LINE = 4096,
};

/* A number that stands still, follows a cosine, or follows the GPU's load. */
struct reading {
    bool known;
    enum { READ_CONSTANT, READ_WAVE, READ_LOAD } kind;
    double low, high, period_s;
};

struct text {
    bool known;
    char bytes[MAX_TEXT];
};

enum process_kind { PROCESS_COMPUTE = 1, PROCESS_GRAPHICS = 2, PROCESS_MPS = 4 };

struct process {
    unsigned pid;
    unsigned kinds;
    bool used_known;
    uint64_t used_bytes;
    int sm_percent; /* -1: not said */
    unsigned gpu_instance, compute_instance;
    char name[MAX_TEXT];
};

struct fault {
    enum { FAULT_STATUS, FAULT_ONCE, FAULT_HANG, FAULT_DELAY } kind;
    char function[72]; /* "*": every function */
    long value;        /* a status, or microseconds; -1: for ever */
    bool spent;        /* a FAULT_ONCE that has happened */
};

struct link {
    bool present, active;
    enum { REMOTE_GPU = 0, REMOTE_SWITCH = 2, REMOTE_UNKNOWN = 0xFF } remote;
    int remote_gpu;
    unsigned remote_switch;
};

struct mig_instance {
    bool present;
    struct text uuid, profile;
    unsigned gpu_instance, compute_instance;
    uint64_t memory_mib, used_mib, bar1_mib;
    unsigned multiprocessors, gpu_slices, compute_slices;
    unsigned copy_engines, encoders, decoders, optical_flow, jpeg;
};

struct event {
    long sequence;
    int gpu;
    uint64_t type, data;
};

struct gpu {
    bool present;
    struct reading number[NUMBER_COUNT];
    struct text text[TEXT_COUNT];
    struct fault faults[MAX_FAULTS];
    int fault_count;
    struct process processes[MAX_PROCESSES];
    int process_count;
    struct link links[MAX_LINKS];
    struct mig_instance mig[MAX_MIG];
};

/* A PCIe root or switch. A root has no parent and a NUMA node. */
struct bridge {
    char name[32];
    int parent; /* -1: a root */
    int node;
};

struct machine {
    char driver[80], nvml[80];
    int cuda;
    long init_status, init_delay_us;
    int process_struct; /* bytes per entry behind the _v3 symbol: 24 or 32 */
    enum { PIDS_HOST, PIDS_HIDDEN, PIDS_ZERO } pids;
    long latency_us;
    struct fault faults[MAX_FAULTS];
    int fault_count;
    struct bridge bridges[MAX_BRIDGES];
    int bridge_count;
    struct text node_cpus[16];
    int link_version, link_speed_mbps, link_count;
    char link_topology[MAX_LINE];
    char link_down[MAX_LINE];
    bool link_remote_unknown;
    bool fabric_known;
    int fabric_state, fabric_status, fabric_clique, fabric_health, fabric_mask;
    unsigned char fabric_cluster[16];
    struct gpu gpu[MAX_GPUS];
    struct event events[MAX_EVENTS];
    int event_count;
    char symbols[MAX_LINE];
};

/* Where a line of a profile or control file came from, for error texts. */
struct source {
    const char *path;
    int line;
    const char *section, *key, *value;
};

/* profile.c, profile_links.c: false after fail(). */
bool machine_load(struct machine *machine, const char *profile, const char *control, const char *seed);
bool apply_system(struct machine *machine, const struct source *at);
bool apply_gpu(struct gpu *gpu, struct machine *machine, int index, const struct source *at);
bool apply_tree(struct machine *machine, const struct source *at);
bool apply_nvlink(struct machine *machine, const struct source *at);
bool apply_fabric(struct machine *machine, const struct source *at);
bool apply_mig(struct gpu *gpu, const struct source *at);
bool build_links(struct machine *machine, const struct source *at);

/* ini.c: calls apply for each key; false after fail(). */
typedef bool (*apply_line)(struct machine *machine, const struct source *at);
bool ini_read(struct machine *machine, const char *path, apply_line apply);

/* value.c */
bool parse_reading(const struct source *at, enum unit unit, struct reading *out);
bool parse_number(const char *text, enum unit unit, double *out);
bool parse_long(const struct source *at, long low, long high, long *out);
bool parse_micros(const char *text, long *out);
bool parse_text(const struct source *at, struct text *out);
bool parse_list(const char *text, unsigned long *words, size_t word_count);
bool parse_switch(const char *text, double *out);
bool is_fault(const char *key);
bool parse_fault(const struct source *at, struct fault *faults, int *count);
/* The value of "name:" in "pid:4711 type:C", up to the next blank or, in quotes, the next quote. */
bool field_of(const char *line, const char *name, char *out, size_t size);

/* uuid.c */
void mix_identity(struct gpu *gpu, int index, const char *seed);

/* error.c: keeps, prints and files one sentence; always false. */
bool fail(const struct source *at, const char *what, const char *advice);
bool fail_file(const char *path, const char *what);
void report_errors_to(const char *path);
const char *last_error(void);
void clear_error(void);

#endif
