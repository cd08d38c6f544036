/* What a reading says now, and how numbers and texts reach the caller. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "live.h"

int64_t now_micros(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static double wave(double low, double high, double period_s, int index) {
    const double full_turn = 6.283185307179586;
    double seconds = (double)(now_micros() % INT64_C(1000000000000)) / 1e6;
    return low + (high - low) * (0.5 - 0.5 * cos(full_turn * seconds / period_s + index));
}

/* 0 without processes; the sum of what they say, or busy with a little unrest when they do not say. */
static double load_of(const struct call *call) {
    struct process processes[MAX_PROCESSES];
    int count = running_processes(call->gpu, processes);
    int said = 0;
    bool silent = false;
    for (int i = 0; i < count; i++) {
        said += processes[i].sm_percent > 0 ? processes[i].sm_percent : 0;
        silent |= processes[i].sm_percent < 0;
    }
    if (silent) {
        return wave(0.82, 0.97, 20, call->index);
    }
    return said >= 100 ? 1 : said / 100.0;
}

double value_of(const struct call *call, enum gpu_number key) {
    const struct reading *reading = &call->gpu->number[key];
    switch (reading->kind) {
    case READ_CONSTANT: return reading->low;
    case READ_WAVE: return wave(reading->low, reading->high, reading->period_s, call->index);
    case READ_LOAD: return reading->low + (reading->high - reading->low) * load_of(call);
    }
    return 0;
}

bool is_known(const struct call *call, enum gpu_number key) {
    return call->gpu->number[key].known;
}

nvmlReturn_t read_number(const char *function, nvmlDevice_t device, enum gpu_number key, unsigned *out) {
    struct call call = begin_device(function, device);
    nvmlReturn_t status = NVML_SUCCESS;
    if (call.status == NVML_SUCCESS && out == NULL) {
        status = NVML_ERROR_INVALID_ARGUMENT;
    } else if (call.status == NVML_SUCCESS && !is_known(&call, key)) {
        status = NVML_ERROR_NOT_SUPPORTED;
    } else if (call.status == NVML_SUCCESS) {
        *out = (unsigned)(int64_t)value_of(&call, key);
    }
    return finish(&call, status);
}

nvmlReturn_t copy_out(const char *text, char *out, unsigned length) {
    size_t size = strlen(text) + 1;
    if (out == NULL) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    if (size > length) {
        return NVML_ERROR_INSUFFICIENT_SIZE;
    }
    memcpy(out, text, size);
    return NVML_SUCCESS;
}

nvmlReturn_t read_text(const char *function, nvmlDevice_t device, enum gpu_text key, char *out, unsigned length) {
    struct call call = begin_device(function, device);
    nvmlReturn_t status = NVML_SUCCESS;
    if (call.status == NVML_SUCCESS) {
        const struct text *text = &call.gpu->text[key];
        status = text->known ? copy_out(text->bytes, out, length) : NVML_ERROR_NOT_SUPPORTED;
    }
    return finish(&call, status);
}
