/* One sentence for a person about a bad profile or control file: on stderr, and in a file beside the settings. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

static char sentence[1024];
static char told[1024];
static char report[MAX_LINE];

void report_errors_to(const char *path) {
    snprintf(report, sizeof report, "%s", path);
}

static bool tell(const char *text) {
    snprintf(sentence, sizeof sentence, "%s", text);
    if (strcmp(told, sentence) == 0) {
        return false;
    }
    strcpy(told, sentence);
    fprintf(stderr, "fake nvml: %s\n", sentence);
    FILE *file = report[0] == '\0' ? NULL : fopen(report, "we");
    if (file != NULL) {
        fprintf(file, "%s\n", sentence);
        fclose(file);
    }
    return false;
}

bool fail(const struct source *at, const char *what, const char *advice) {
    char text[sizeof sentence];
    snprintf(text, sizeof text, "%s line %d: [%s] %s = '%s': %s. Maybe %s.", at->path, at->line, at->section, at->key, at->value,
             what, advice);
    return tell(text);
}

bool fail_file(const char *path, const char *what) {
    char text[sizeof sentence];
    snprintf(text, sizeof text, "%s: %s (%s)", path, what, strerror(errno));
    return tell(text);
}

const char *last_error(void) {
    return sentence;
}

void clear_error(void) {
    sentence[0] = '\0';
}
