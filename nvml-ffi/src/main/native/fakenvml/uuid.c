/* Gives each fake node its own UUIDs and serials, so that several nodes may share one profile. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

/* FNV-1a, 64 bits: public domain constants of Fowler, Noll and Vo. */
static uint64_t hash(uint64_t state, const char *text) {
    for (; *text != '\0'; text++) {
        state = (state ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return (state ^ 0xff) * UINT64_C(0x100000001b3);
}

static void write_uuid(char *out, size_t size, const char *prefix, const char *seed, const char *name) {
    uint64_t high = hash(hash(UINT64_C(0xcbf29ce484222325), seed), name);
    uint64_t low = hash(hash(high ^ UINT64_C(0x9e3779b97f4a7c15), name), seed);
    snprintf(out, size, "%s-%08" PRIx64 "-%04" PRIx64 "-4%03" PRIx64 "-%04" PRIx64 "-%012" PRIx64, prefix, high >> 32,
             high >> 16 & 0xffff, high & 0xfff, (low >> 48 & 0x3fff) | 0x8000, low & UINT64_C(0xffffffffffff));
}

/* A GPU without uuid in its profile gets one from the seed and its place; one with a uuid keeps it while no seed is set. */
void mix_identity(struct gpu *gpu, int index, const char *seed) {
    char name[MAX_TEXT + 32];
    struct text *uuid = &gpu->text[TEXT_UUID];
    snprintf(name, sizeof name, "%d %s", index, uuid->bytes);
    if (*seed != '\0' || !uuid->known) {
        write_uuid(uuid->bytes, sizeof uuid->bytes, "GPU", seed, name);
        uuid->known = true;
    }
    struct text *serial = &gpu->text[TEXT_SERIAL];
    if (serial->known && *seed != '\0') {
        uint64_t number = hash(hash(UINT64_C(0xcbf29ce484222325), seed), serial->bytes);
        snprintf(serial->bytes, sizeof serial->bytes, "165%010" PRIu64, number % UINT64_C(10000000000));
    }
    for (int i = 0; i < MAX_MIG; i++) {
        struct mig_instance *instance = &gpu->mig[i];
        if (instance->present && (*seed != '\0' || !instance->uuid.known)) {
            snprintf(name, sizeof name, "mig %d %d", index, i);
            write_uuid(instance->uuid.bytes, sizeof instance->uuid.bytes, "MIG", seed, name);
            instance->uuid.known = true;
        }
    }
}
