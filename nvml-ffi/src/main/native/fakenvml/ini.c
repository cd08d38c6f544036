/* The INI dialect of profiles and control files: [section], key = value, and comments after ';' or '#'. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

static char *trim(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    return text;
}

/* A comment starts the line, or follows a blank: a value may hold ';' and '#' inside a word. */
static void drop_comment(char *line) {
    for (char *at = line; *at != '\0'; at++) {
        if ((*at == ';' || *at == '#') && (at == line || isspace((unsigned char)at[-1]))) {
            *at = '\0';
            return;
        }
    }
}

static bool read_line(struct machine *machine, char *line, char *section, struct source *at, apply_line apply) {
    drop_comment(line);
    char *text = trim(line);
    if (*text == '\0') {
        return true;
    }
    at->key = text;
    at->value = "";
    if (*text == '[') {
        char *end = strchr(text, ']');
        if (end == NULL || end[1] != '\0' || end - text > MAX_TEXT) {
            return fail(at, "a section must look like [gpu0]", "close it with ']' and put nothing behind it");
        }
        *end = '\0';
        strcpy(section, trim(text + 1));
        return true;
    }
    char *equals = strchr(text, '=');
    if (equals == NULL) {
        return fail(at, "no '=' in this line", "write it as key = value");
    }
    *equals = '\0';
    at->key = trim(text);
    at->value = trim(equals + 1);
    return apply(machine, at);
}

bool ini_read(struct machine *machine, const char *path, apply_line apply) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return fail_file(path, "cannot open the machine description");
    }
    char line[MAX_LINE];
    char section[MAX_TEXT + 1] = "";
    struct source at = {path, 0, section, "", ""};
    bool ok = true;
    while (ok && fgets(line, sizeof line, file) != NULL) {
        at.line++;
        ok = read_line(machine, line, section, &at, apply);
    }
    fclose(file);
    return ok;
}
