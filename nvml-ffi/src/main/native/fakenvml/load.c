/* Reads a profile, then a control file over it, into one machine that its caller has zeroed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

/* "gpu3" gives 3; anything else -1. */
static int gpu_number(const char *section) {
    char *end;
    if (strncmp(section, "gpu", 3) != 0 || section[3] == '\0') {
        return -1;
    }
    long number = strtol(section + 3, &end, 10);
    return *end == '\0' && number >= 0 && number < MAX_GPUS ? (int)number : -1;
}

static bool apply_defaults(struct machine *machine, const struct source *at) {
    for (int i = 0; i < MAX_GPUS; i++) {
        bool present = machine->gpu[i].present;
        if (!apply_gpu(&machine->gpu[i], machine, i, at)) {
            return false;
        }
        machine->gpu[i].present = present;
    }
    return true;
}

/* gpus = 8 makes GPUs 0 to 7 out of the defaults, before their own sections fill in what differs. */
static bool apply_count(struct machine *machine, const struct source *at) {
    long count;
    if (!parse_long(at, 0, MAX_GPUS, &count)) {
        return false;
    }
    for (int i = 0; i < MAX_GPUS; i++) {
        machine->gpu[i].present = i < count;
    }
    return true;
}

static bool apply(struct machine *machine, const struct source *at) {
    int gpu = gpu_number(at->section);
    if (strcmp(at->section, "system") == 0) {
        return strcmp(at->key, "gpus") == 0 ? apply_count(machine, at) : apply_system(machine, at);
    }
    if (strcmp(at->section, "gpu-defaults") == 0) {
        return apply_defaults(machine, at);
    }
    if (gpu >= 0) {
        return apply_gpu(&machine->gpu[gpu], machine, gpu, at);
    }
    if (strcmp(at->section, "cpu") == 0 || strcmp(at->section, "pcie") == 0) {
        return apply_tree(machine, at);
    }
    if (strcmp(at->section, "nvlink") == 0) {
        return apply_nvlink(machine, at);
    }
    if (strcmp(at->section, "fabric") == 0) {
        return apply_fabric(machine, at);
    }
    if (strncmp(at->section, "mig ", 4) == 0 && gpu_number(at->section + 4) >= 0) {
        return apply_mig(&machine->gpu[gpu_number(at->section + 4)], at);
    }
    return fail(at, "unknown section", "use system, cpu, pcie, nvlink, fabric, gpu-defaults, gpu0 to gpu31 or 'mig gpu0'");
}

/* A control file may bring a GPU to life only if the profile has it: a typing error must not make hardware. */
static bool apply_control(struct machine *machine, const struct source *at) {
    int gpu = gpu_number(at->section);
    if (gpu >= 0 && !machine->gpu[gpu].present) {
        return fail(at, "the profile has no such GPU", "use a GPU of the profile");
    }
    return apply(machine, at);
}

/* down = gpu3:5,gpu0:* : link 5 of GPU 3 and every link of GPU 0 carry no traffic, at both ends. */
static bool cut_links(struct machine *machine) {
    char text[MAX_LINE];
    strcpy(text, machine->link_down);
    char *rest = text;
    for (char *word = strtok_r(rest, ", ", &rest); word != NULL; word = strtok_r(NULL, ", ", &rest)) {
        int gpu;
        char link[8];
        struct source at = {"nvlink", 0, "nvlink", "down", word};
        if (sscanf(word, "gpu%d:%7s", &gpu, link) != 2 || gpu < 0 || gpu >= MAX_GPUS) {
            return fail(&at, "not a link", "write gpu3:5, or gpu3:* for all of its links");
        }
        for (int i = 0; i < MAX_LINKS; i++) {
            if (strcmp(link, "*") == 0 || atoi(link) == i) {
                machine->gpu[gpu].links[i].active = false;
            }
        }
    }
    return true;
}

bool machine_load(struct machine *machine, const char *profile, const char *control, const char *seed) {
    machine->process_struct = 24;
    machine->latency_us = 30;
    clear_error();
    if (!ini_read(machine, profile, apply) || (*control != '\0' && !ini_read(machine, control, apply_control))) {
        return false;
    }
    for (int i = 0; i < MAX_GPUS; i++) {
        if (machine->gpu[i].present) {
            mix_identity(&machine->gpu[i], i, seed);
        }
    }
    return cut_links(machine);
}
