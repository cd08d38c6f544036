/* Sections [cpu], [pcie], [nvlink], [fabric] and [mig gpuN]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static int bridge_named(const struct machine *machine, const char *name) {
    for (int i = 0; i < machine->bridge_count; i++) {
        if (strcmp(machine->bridges[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* node0 = cpus:0-55,112-167 */
static bool apply_node(struct machine *machine, const struct source *at) {
    char list[MAX_TEXT];
    unsigned long words[MAX_CPUS / 64] = {0};
    long node = strtol(at->key + strlen("node"), NULL, 10);
    if (node < 0 || node > 15 || !field_of(at->value, "cpus", list, sizeof list) || !parse_list(list, words, MAX_CPUS / 64)) {
        return fail(at, "not a NUMA node", "write node0 = cpus:0-55,112-167, with node0 to node15");
    }
    machine->node_cpus[node].known = true;
    strcpy(machine->node_cpus[node].bytes, list);
    return true;
}

/* root0 = node:0 makes a host bridge; any other key is a switch below the root or switch that its value names. */
bool apply_tree(struct machine *machine, const struct source *at) {
    if (strcmp(at->section, "cpu") == 0) {
        return apply_node(machine, at);
    }
    if (machine->bridge_count == MAX_BRIDGES || strlen(at->key) >= sizeof machine->bridges[0].name) {
        return fail(at, "too many bridges or too long a name", "keep at most 64, with names below 32 bytes");
    }
    struct bridge bridge = {.parent = -1, .node = 0};
    strcpy(bridge.name, at->key);
    char node[16];
    if (strncmp(at->key, "root", 4) == 0) {
        if (!field_of(at->value, "node", node, sizeof node)) {
            return fail(at, "a root needs its NUMA node", "write root0 = node:0");
        }
        bridge.node = atoi(node);
    } else {
        bridge.parent = bridge_named(machine, at->value);
        if (bridge.parent < 0) {
            return fail(at, "no such root or switch above this line", "declare it first");
        }
        bridge.node = machine->bridges[bridge.parent].node;
    }
    machine->bridges[machine->bridge_count++] = bridge;
    return true;
}

bool apply_nvlink(struct machine *machine, const struct source *at) {
    long number;
    if (strcmp(at->key, "topology") == 0) {
        strcpy(machine->link_topology, at->value);
        return build_links(machine, at);
    }
    if (strcmp(at->key, "down") == 0) {
        strcpy(machine->link_down, at->value);
        return true;
    }
    if (strcmp(at->key, "remote") == 0) {
        machine->link_remote_unknown = strcmp(at->value, "unknown") == 0;
        return machine->link_remote_unknown || strcmp(at->value, "known") == 0
            ? true
            : fail(at, "not a kind of remote", "write known or unknown");
    }
    int *place = strcmp(at->key, "version") == 0 ? &machine->link_version
        : strcmp(at->key, "links") == 0          ? &machine->link_count
        : strcmp(at->key, "speed_mbps") == 0     ? &machine->link_speed_mbps
                                                 : NULL;
    if (place == NULL) {
        return fail(at, "unknown key", "write version, links, speed_mbps, topology, remote or down");
    }
    if (!parse_long(at, 0, place == &machine->link_count ? MAX_LINKS : 1000000, &number)) {
        return false;
    }
    *place = (int)number;
    return true;
}

static bool add_edge(struct gpu *gpu, int other, int limit) {
    for (int i = 0; i < limit; i++) {
        if (!gpu->links[i].present) {
            gpu->links[i] = (struct link){.present = true, .active = true, .remote = REMOTE_GPU, .remote_gpu = other};
            return true;
        }
    }
    return false;
}

static bool build_mesh(struct machine *machine, const struct source *at, const char *edges) {
    char text[MAX_LINE];
    strcpy(text, edges);
    char *rest = text;
    for (char *edge = strtok_r(rest, ", ", &rest); edge != NULL; edge = strtok_r(NULL, ", ", &rest)) {
        int left, right, count;
        if (sscanf(edge, "%d-%d:%d", &left, &right, &count) != 3 || left < 0 || right < 0 || left == right || left >= MAX_GPUS
            || right >= MAX_GPUS || count < 1) {
            return fail(at, "not a mesh", "write mesh:0-1:2,0-2:1, each left-right:links");
        }
        for (int i = 0; i < count; i++) {
            if (!add_edge(&machine->gpu[left], right, machine->link_count)
                || !add_edge(&machine->gpu[right], left, machine->link_count)) {
                return fail(at, "more edges than links", "raise links, above this line, or drop edges");
            }
        }
    }
    return true;
}

/* switch:6 spreads every GPU's links over 6 NVSwitches; mesh:0-1:2,... names GPU pairs. */
bool build_links(struct machine *machine, const struct source *at) {
    if (strncmp(at->value, "mesh:", 5) == 0) {
        return build_mesh(machine, at, at->value + 5);
    }
    int switches;
    if (sscanf(at->value, "switch:%d", &switches) != 1 || switches < 1 || switches > 32) {
        return fail(at, "not a topology", "write switch:6 or mesh:0-1:2,0-2:1");
    }
    for (int i = 0; i < MAX_GPUS; i++) {
        for (int k = 0; k < machine->link_count; k++) {
            machine->gpu[i].links[k] = (struct link){
                .present = true, .active = true, .remote = REMOTE_SWITCH, .remote_gpu = -1, .remote_switch = (unsigned)(k % switches)};
        }
    }
    return true;
}

static bool parse_cluster(const char *text, unsigned char *bytes) {
    int digits = 0;
    memset(bytes, 0, 16);
    for (; *text != '\0'; text++) {
        char digit[2] = {*text, '\0'};
        char *end;
        if (*text == '-') {
            continue;
        }
        unsigned long value = strtoul(digit, &end, 16);
        if (end == digit || digits == 32) {
            return false;
        }
        bytes[digits / 2] |= (unsigned char)(value << (digits % 2 == 0 ? 4 : 0));
        digits++;
    }
    return digits == 32;
}

bool apply_fabric(struct machine *machine, const struct source *at) {
    long number;
    machine->fabric_known = true;
    if (strcmp(at->key, "cluster") == 0) {
        return parse_cluster(at->value, machine->fabric_cluster) ? true : fail(at, "not a UUID", "write 32 hexadecimal digits");
    }
    int *place = strcmp(at->key, "state") == 0 ? &machine->fabric_state
        : strcmp(at->key, "status") == 0       ? &machine->fabric_status
        : strcmp(at->key, "clique") == 0       ? &machine->fabric_clique
        : strcmp(at->key, "health") == 0       ? &machine->fabric_health
        : strcmp(at->key, "health_mask") == 0  ? &machine->fabric_mask
                                               : NULL;
    if (place == NULL) {
        return fail(at, "unknown key", "write state, status, clique, cluster, health or health_mask");
    }
    if (!parse_long(at, 0, 0x7fffffff, &number)) {
        return false;
    }
    *place = (int)number;
    return true;
}

static unsigned number_field(const char *line, const char *name) {
    char word[32];
    return field_of(line, name, word, sizeof word) ? (unsigned)strtoul(word, NULL, 10) : 0;
}

static uint64_t mib_field(const char *line, const char *name) {
    char word[32];
    double mib;
    return field_of(line, name, word, sizeof word) && parse_number(word, UNIT_MIB, &mib) ? (uint64_t)mib : 0;
}

/* instance.2 = profile:3g.40gb gi:1 ci:0 memory:40448MiB sm:60 slices:3; numbers may leave holes. */
bool apply_mig(struct gpu *gpu, const struct source *at) {
    long index = strncmp(at->key, "instance.", 9) == 0 ? strtol(at->key + 9, NULL, 10) : -1;
    char word[MAX_TEXT];
    double memory;
    if (index < 0 || index >= MAX_MIG) {
        return fail(at, "unknown key", "write instance.0 to instance.15");
    }
    struct mig_instance *instance = &gpu->mig[index];
    if (!field_of(at->value, "profile", instance->profile.bytes, sizeof instance->profile.bytes)
        || !field_of(at->value, "memory", word, sizeof word) || !parse_number(word, UNIT_MIB, &memory)) {
        return fail(at, "a MIG device needs profile and memory", "write profile:3g.40gb gi:1 ci:0 memory:40448MiB sm:60 slices:3");
    }
    instance->present = true;
    instance->memory_mib = (uint64_t)memory;
    instance->gpu_instance = number_field(at->value, "gi");
    instance->compute_instance = number_field(at->value, "ci");
    instance->multiprocessors = number_field(at->value, "sm");
    instance->gpu_slices = instance->compute_slices = number_field(at->value, "slices");
    instance->copy_engines = number_field(at->value, "ce");
    instance->encoders = number_field(at->value, "enc");
    instance->decoders = number_field(at->value, "dec");
    instance->optical_flow = number_field(at->value, "ofa");
    instance->jpeg = number_field(at->value, "jpg");
    instance->bar1_mib = mib_field(at->value, "bar1");
    instance->used_mib = mib_field(at->value, "used");
    instance->uuid.known = field_of(at->value, "uuid", instance->uuid.bytes, sizeof instance->uuid.bytes);
    return true;
}
