/*
 * Where the profile is. Several fake nodes may live in one process, so each may have its own copy of the library with a file
 * of settings beside it (LIBRARY.conf); the environment serves a single fake for a whole process.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live.h"

static const struct {
    const char *variable, *key;
    size_t offset, size;
} places[] = {
#define PLACE(variable, field) {variable, #field, offsetof(struct settings, field), sizeof(((struct settings *)0)->field)}
    PLACE("BASALT_FAKE_NVML_PROFILE", profile), PLACE("BASALT_FAKE_NVML_CONTROL", control),
    PLACE("BASALT_FAKE_NVML_PROCESSES", processes), PLACE("BASALT_FAKE_NVML_TRACE", trace),
    PLACE("BASALT_FAKE_NVML_SEED", seed),
};

static bool set_place(struct settings *out, const struct source *at) {
    double off;
    if (strcmp(at->key, "latency") == 0) {
        out->no_latency = parse_switch(at->value, &off) && off == 0;
        return true;
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (strcmp(at->key, places[i].key) == 0 && strlen(at->value) < places[i].size) {
            strcpy((char *)out + places[i].offset, at->value);
            return true;
        }
    }
    return fail(at, "unknown setting or too long", "use profile, control, processes, trace, seed or latency");
}

static bool read_beside(struct settings *out, const char *path) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return errno == ENOENT ? true : fail_file(path, "cannot open the settings beside the library");
    }
    char report[MAX_LINE];
    snprintf(report, sizeof report, "%s.error", path);
    report_errors_to(report);
    char line[MAX_LINE];
    struct source at = {path, 0, "", line, ""};
    bool ok = true;
    while (ok && fgets(line, sizeof line, file) != NULL) {
        at.line++;
        line[strcspn(line, "\n")] = '\0';
        char *equals = strchr(line, '=');
        if (equals != NULL) {
            *equals = '\0';
            at.value = equals + 1;
            ok = set_place(out, &at);
        }
    }
    fclose(file);
    return ok;
}

bool settings_read(struct settings *out) {
    memset(out, 0, sizeof *out);
    struct source at = {"environment", 0, "", "", ""};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *value = getenv(places[i].variable);
        at.key = places[i].key;
        at.value = value == NULL ? "" : value;
        if (value != NULL && !set_place(out, &at)) {
            return false;
        }
    }
    const char *latency = getenv("BASALT_FAKE_NVML_LATENCY");
    out->no_latency = latency != NULL && strcmp(latency, "off") == 0;
    Dl_info self;
    char path[MAX_LINE - 16];
    if (dladdr((void *)(intptr_t)&settings_read, &self) != 0
        && snprintf(path, sizeof path, "%s.conf", self.dli_fname) < (int)sizeof path && !read_beside(out, path)) {
        return false;
    }
    errno = EINVAL;
    return out->profile[0] != '\0'
        ? true
        : fail_file("BASALT_FAKE_NVML_PROFILE", "names no profile, and no settings lie beside the library");
}
