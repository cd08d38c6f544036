/* Values of profiles: numbers with units, waves, CPU lists, switches, texts, faults. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "nvml_abi.h"

bool parse_switch(const char *text, double *out) {
    static const char *const on[] = {"on", "yes", "enabled", "1"};
    static const char *const off[] = {"off", "no", "disabled", "0"};
    for (size_t i = 0; i < 4; i++) {
        if (strcmp(text, on[i]) == 0 || strcmp(text, off[i]) == 0) {
            *out = strcmp(text, on[i]) == 0;
            return true;
        }
    }
    return false;
}

static bool unit_factor(const char *suffix, enum unit unit, double *factor) {
    *factor = 1;
    if (unit == UNIT_MIB) {
        *factor = strcmp(suffix, "GiB") == 0 ? 1024 : 1;
        return strcmp(suffix, "MiB") == 0 || strcmp(suffix, "GiB") == 0;
    }
    if (unit == UNIT_MILLIWATT) {
        *factor = 1000;
        return strcmp(suffix, "W") == 0;
    }
    return *suffix == '\0';
}

bool parse_number(const char *text, enum unit unit, double *out) {
    if (unit == UNIT_SWITCH) {
        return parse_switch(text, out);
    }
    char *end;
    double number = strncmp(text, "0x", 2) == 0 ? (double)strtoull(text, &end, 16) : strtod(text, &end);
    double factor;
    if (end == text || number != number || number < -1e15 || number > 1e15 || !unit_factor(end, unit, &factor)) {
        return false;
    }
    *out = number * factor;
    return unit == UNIT_COUNT || number >= 0;
}

static const char *unit_advice(enum unit unit) {
    switch (unit) {
    case UNIT_MIB: return "write 81559MiB or 80GiB, or na";
    case UNIT_MILLIWATT: return "write 700W, or na";
    case UNIT_SWITCH: return "write on, off or na";
    case UNIT_COUNT: return "write a plain number, load(low..high), wave(low..high, period=30s) or na";
    }
    return "";
}

/* "low..high" or "low..high, period=30s" inside the brackets of wave() and load(). */
static bool parse_range(const char *inside, enum unit unit, struct reading *out) {
    char text[MAX_TEXT];
    if (strlen(inside) >= sizeof text) {
        return false;
    }
    strcpy(text, inside);
    char *close = strchr(text, ')');
    char *dots = strstr(text, "..");
    if (close == NULL || close[1] != '\0' || dots == NULL) {
        return false;
    }
    *close = *dots = '\0';
    char *comma = strchr(dots + 2, ',');
    long period_us = 30000000;
    if (comma != NULL) {
        *comma = '\0';
        char *period = strstr(comma + 1, "period=");
        if (period == NULL || !parse_micros(period + 7, &period_us) || period_us <= 0) {
            return false;
        }
    }
    out->period_s = (double)period_us / 1e6;
    return parse_number(text, unit, &out->low) && parse_number(dots + 2, unit, &out->high);
}

bool parse_reading(const struct source *at, enum unit unit, struct reading *out) {
    const char *text = at->value;
    if (strcmp(text, "na") == 0) {
        out->known = false;
        return true;
    }
    out->known = true;
    if (strncmp(text, "wave(", 5) == 0 || strncmp(text, "load(", 5) == 0) {
        out->kind = text[0] == 'w' ? READ_WAVE : READ_LOAD;
        return parse_range(text + 5, unit, out) ? true : fail(at, "not a range", unit_advice(unit));
    }
    out->kind = READ_CONSTANT;
    return parse_number(text, unit, &out->low) ? true : fail(at, "not a value for this key", unit_advice(unit));
}

bool parse_long(const struct source *at, long low, long high, long *out) {
    char *end;
    long number = strtol(at->value, &end, 0);
    if (end == at->value || *end != '\0' || number < low || number > high) {
        return fail(at, "not a whole number in its range", "look at docs/fake-driver.md for what this key takes");
    }
    *out = number;
    return true;
}

bool parse_micros(const char *text, long *out) {
    char *end;
    double number = strtod(text, &end);
    static const struct {
        const char *unit;
        double micros;
    } units[] = {{"us", 1}, {"ms", 1e3}, {"s", 1e6}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (end != text && strcmp(end, units[i].unit) == 0 && number >= 0 && number < 1e9) {
            *out = (long)(number * units[i].micros);
            return true;
        }
    }
    return false;
}

static int hex_digit(char digit) {
    const char *digits = "0123456789abcdef";
    const char *found = digit == '\0' ? NULL : strchr(digits, tolower((unsigned char)digit));
    return found == NULL ? -1 : (int)(found - digits);
}

/* "hex:f8a1ff" gives bytes that are no text; anything else is taken as it is. */
bool parse_text(const struct source *at, struct text *out) {
    if (strcmp(at->value, "na") == 0) {
        out->known = false;
        return true;
    }
    memset(out->bytes, 0, sizeof out->bytes);
    out->known = true;
    size_t length = strlen(at->value);
    if (strncmp(at->value, "hex:", 4) != 0) {
        if (length >= sizeof out->bytes) {
            return fail(at, "text is too long", "keep it below 128 bytes");
        }
        memcpy(out->bytes, at->value, length);
        return true;
    }
    const char *digits = at->value + 4;
    for (size_t i = 0; digits[2 * i] != '\0'; i++) {
        int high = hex_digit(digits[2 * i]);
        int low = high < 0 ? -1 : hex_digit(digits[2 * i + 1]);
        if (low < 0 || i + 1 >= sizeof out->bytes) {
            return fail(at, "not an even number of hexadecimal digits", "write hex:f8a1ff");
        }
        out->bytes[i] = (char)(high << 4 | low);
    }
    return true;
}

bool parse_list(const char *text, unsigned long *words, size_t word_count) {
    const size_t bits = 8 * sizeof *words;
    const char *at = text;
    while (*at != '\0') {
        char *end;
        unsigned long first = strtoul(at, &end, 10);
        unsigned long last = first;
        if (end == at) {
            return false;
        }
        if (*end == '-') {
            at = end + 1;
            last = strtoul(at, &end, 10);
            if (end == at) {
                return false;
            }
        }
        if (last < first || last >= MAX_CPUS || (*end != '\0' && *end != ',')) {
            return false;
        }
        for (unsigned long i = first; i <= last && i / bits < word_count; i++) {
            words[i / bits] |= 1ul << (i % bits);
        }
        at = *end == ',' ? end + 1 : end;
    }
    return true;
}

bool field_of(const char *line, const char *name, char *out, size_t size) {
    size_t length = strlen(name);
    for (const char *at = line; (at = strstr(at, name)) != NULL; at += length) {
        if ((at != line && !isspace((unsigned char)at[-1])) || at[length] != ':') {
            continue;
        }
        const char *value = at + length + 1;
        bool quoted = *value == '"';
        value += quoted;
        size_t count = quoted ? strcspn(value, "\"") : strcspn(value, " \t");
        if (count >= size) {
            return false;
        }
        memcpy(out, value, count);
        out[count] = '\0';
        return true;
    }
    return false;
}

static bool fault_value(const struct source *at, struct fault *fault) {
    if (fault->kind == FAULT_STATUS || fault->kind == FAULT_ONCE) {
        return parse_long(at, 0, 100000, &fault->value);
    }
    if (strcmp(at->value, "forever") == 0) {
        fault->value = -1;
        return true;
    }
    return parse_micros(at->value, &fault->value) ? true : fail(at, "not a duration", "write 30us, 20ms, 5s or forever");
}

bool is_fault(const char *key) {
    static const char *const words[] = {"status.", "once.", "hang.", "delay."};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(key, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* status.FUNCTION = code, once.FUNCTION = code for the first call only, hang.FUNCTION = 5s or forever, delay.FUNCTION = 20ms; FUNCTION may be '*'. */
bool parse_fault(const struct source *at, struct fault *faults, int *count) {
    const char *dot = strchr(at->key, '.');
    struct fault fault = {.kind = at->key[0] == 's' ? FAULT_STATUS
                              : at->key[0] == 'o' ? FAULT_ONCE
                              : at->key[0] == 'h' ? FAULT_HANG
                                                  : FAULT_DELAY};
    if (dot == NULL || (strncmp(dot + 1, "nvml", 4) != 0 && strcmp(dot + 1, "*") != 0)
        || strlen(dot + 1) >= sizeof fault.function) {
        return fail(at, "names no NVML function", "write status.nvmlDeviceGetName or hang.*");
    }
    strcpy(fault.function, dot + 1);
    if (!fault_value(at, &fault)) {
        return false;
    }
    for (int i = 0; i < *count; i++) {
        if (faults[i].kind == fault.kind && strcmp(faults[i].function, fault.function) == 0) {
            faults[i] = fault;
            return true;
        }
    }
    if (*count == MAX_FAULTS) {
        return fail(at, "too many faults", "keep at most 64 for each GPU");
    }
    faults[(*count)++] = fault;
    return true;
}
