/* Sections [system], [latency], [gpu-defaults], [gpuN] of a profile or control file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "nvml_abi.h"

struct number_key {
    const char *key;
    enum unit unit;
};

#define AS_NUMBER_KEY(id, key, unit) {key, unit},
static const struct number_key number_keys[NUMBER_COUNT] = {GPU_NUMBERS(AS_NUMBER_KEY)};
#define AS_TEXT_KEY(id, key) key,
static const char *const text_keys[TEXT_COUNT] = {GPU_TEXTS(AS_TEXT_KEY)};

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool copy_text(const struct source *at, char *out, size_t size) {
    if (strlen(at->value) >= size) {
        return fail(at, "text is too long", "shorten it");
    }
    strcpy(out, at->value);
    return true;
}

static bool apply_init(struct machine *machine, const struct source *at) {
    static const struct {
        const char *word;
        long status;
    } words[] = {{"ok", 0}, {"no_permission", 4}, {"not_loaded", 9}, {"mismatch", 18}, {"unknown", 999}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(at->value, words[i].word) == 0) {
            machine->init_status = words[i].status;
            return true;
        }
    }
    return fail(at, "not an outcome of nvmlInit", "write ok, not_loaded, no_permission, mismatch or unknown");
}

static bool apply_pids(struct machine *machine, const struct source *at) {
    static const char *const words[] = {"host", "hidden", "zero"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(at->value, words[i]) == 0) {
            machine->pids = i;
            return true;
        }
    }
    return fail(at, "not a pid visibility", "write host, hidden or zero");
}

bool apply_system(struct machine *machine, const struct source *at) {
    long number;
    if (strcmp(at->key, "driver") == 0) {
        return copy_text(at, machine->driver, sizeof machine->driver);
    }
    if (strcmp(at->key, "nvml") == 0) {
        return copy_text(at, machine->nvml, sizeof machine->nvml);
    }
    if (strcmp(at->key, "symbols") == 0) {
        if (strcmp(at->value, "all") != 0 && !starts_with(at->value, "minus:")) {
            return fail(at, "not a set of symbols", "write all, or minus:nvmlDeviceGetMemoryInfo_v2,...");
        }
        return copy_text(at, machine->symbols, sizeof machine->symbols);
    }
    if (strcmp(at->key, "init") == 0) {
        return apply_init(machine, at);
    }
    if (strcmp(at->key, "pids") == 0) {
        return apply_pids(machine, at);
    }
    if (strcmp(at->key, "init_delay") == 0) {
        return parse_micros(at->value, &machine->init_delay_us) ? true : fail(at, "not a duration", "write 2500ms");
    }
    if (strcmp(at->key, "latency") == 0) {
        return parse_micros(at->value, &machine->latency_us) ? true : fail(at, "not a duration", "write 30us or 0us");
    }
    if (is_fault(at->key)) {
        return parse_fault(at, machine->faults, &machine->fault_count);
    }
    if (strcmp(at->key, "cuda") == 0 && parse_long(at, 0, 1000000, &number)) {
        machine->cuda = (int)number;
        return true;
    }
    if (strcmp(at->key, "process_struct") == 0 && parse_long(at, 24, 32, &number)) {
        machine->process_struct = (int)number;
        return number == 24 || number == 32 ? true : fail(at, "no driver has such entries", "write 24 or 32");
    }
    return last_error()[0] == '\0' ? fail(at, "unknown key", "look at docs/fake-driver.md") : false;
}

static bool process_kinds(const char *type, unsigned *kinds) {
    static const struct {
        const char *word;
        unsigned kinds;
    } words[] = {{"C", PROCESS_COMPUTE},
                 {"G", PROCESS_GRAPHICS},
                 {"C+G", PROCESS_COMPUTE | PROCESS_GRAPHICS},
                 {"M", PROCESS_MPS},
                 {"M+C", PROCESS_MPS | PROCESS_COMPUTE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(type, words[i].word) == 0) {
            *kinds = words[i].kinds;
            return true;
        }
    }
    return false;
}

static unsigned instance_of(const char *line, const char *name) {
    char word[32];
    return field_of(line, name, word, sizeof word) && strcmp(word, "-") != 0 ? (unsigned)strtoul(word, NULL, 10) : 0xFFFFFFFFu;
}

/* process.N = pid:4711 type:C used:10GiB util:80 gi:1 ci:0 name:"python train.py"; used:NA hides the memory. */
static bool apply_process(struct gpu *gpu, const struct source *at) {
    struct process process = {.kinds = PROCESS_COMPUTE, .sm_percent = -1};
    char word[MAX_TEXT];
    double number;
    if (!field_of(at->value, "pid", word, sizeof word)) {
        return fail(at, "a process needs a pid", "write pid:4711 type:C used:10GiB");
    }
    process.pid = (unsigned)strtoul(word, NULL, 10);
    if (field_of(at->value, "type", word, sizeof word) && !process_kinds(word, &process.kinds)) {
        return fail(at, "no such type of process", "write type:C, G, C+G, M or M+C");
    }
    if (field_of(at->value, "used", word, sizeof word) && strcmp(word, "NA") != 0) {
        if (!parse_number(word, UNIT_MIB, &number) || number < 0) {
            return fail(at, "not an amount of memory", "write used:10GiB, used:512MiB or used:NA");
        }
        process.used_known = true;
        process.used_bytes = (uint64_t)(number * 1048576);
    }
    if (field_of(at->value, "util", word, sizeof word)) {
        process.sm_percent = atoi(word);
    }
    process.gpu_instance = instance_of(at->value, "gi");
    process.compute_instance = instance_of(at->value, "ci");
    struct source name_at = *at;
    struct text name = {0};
    if (field_of(at->value, "name", word, sizeof word)) {
        name_at.value = word;
        if (!parse_text(&name_at, &name)) {
            return false;
        }
    }
    memcpy(process.name, name.bytes, sizeof process.name);
    if (gpu->process_count == MAX_PROCESSES) {
        return fail(at, "too many processes", "keep at most 64 for each GPU");
    }
    gpu->processes[gpu->process_count++] = process;
    return true;
}

/* event.7 = xid:79, or event.8 = type:0x4000 data:1. The number orders events; a waiter sees those above what it saw. */
static bool apply_event(struct machine *machine, int index, const struct source *at) {
    char word[32];
    struct event event = {.sequence = strtol(at->key + strlen("event."), NULL, 10), .gpu = index};
    if (field_of(at->value, "xid", word, sizeof word)) {
        event.type = 8;
        event.data = strtoull(word, NULL, 0);
    } else if (field_of(at->value, "type", word, sizeof word)) {
        event.type = strtoull(word, NULL, 0);
        event.data = field_of(at->value, "data", word, sizeof word) ? strtoull(word, NULL, 0) : 0;
    } else {
        return fail(at, "not an event", "write xid:79, or type:0x4000 data:1");
    }
    if (event.sequence <= 0 || machine->event_count == MAX_EVENTS) {
        return fail(at, "events need a number from 1 on, at most 64 of them", "write event.1");
    }
    machine->events[machine->event_count++] = event;
    return true;
}

static bool apply_unsupported(struct gpu *gpu, const struct source *at) {
    char names[MAX_LINE];
    strcpy(names, at->value);
    char *rest = names;
    for (char *name = strtok_r(rest, ", ", &rest); name != NULL; name = strtok_r(NULL, ", ", &rest)) {
        char key[MAX_TEXT];
        snprintf(key, sizeof key, "status.%.100s", name);
        struct source as_status = {at->path, at->line, at->section, key, "3"};
        if (!parse_fault(&as_status, gpu->faults, &gpu->fault_count)) {
            return false;
        }
    }
    return true;
}

bool apply_gpu(struct gpu *gpu, struct machine *machine, int index, const struct source *at) {
    gpu->present = true;
    for (int i = 0; i < NUMBER_COUNT; i++) {
        if (strcmp(at->key, number_keys[i].key) == 0) {
            return parse_reading(at, number_keys[i].unit, &gpu->number[i]);
        }
    }
    for (int i = 0; i < TEXT_COUNT; i++) {
        if (strcmp(at->key, text_keys[i]) == 0) {
            return parse_text(at, &gpu->text[i]);
        }
    }
    if (starts_with(at->key, "process.")) {
        return apply_process(gpu, at);
    }
    if (starts_with(at->key, "event.")) {
        return apply_event(machine, index, at);
    }
    if (is_fault(at->key)) {
        return parse_fault(at, gpu->faults, &gpu->fault_count);
    }
    if (strcmp(at->key, "unsupported") == 0) {
        return apply_unsupported(gpu, at);
    }
    return fail(at, "unknown key", "look at docs/fake-driver.md");
}
