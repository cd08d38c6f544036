/* nvmlDeviceGetFieldValues: succeeds as a whole and answers for each field by itself. */
#include "live.h"

enum { VALUE_UINT = 1, VALUE_ULL = 3, VALUE_INT = 5 };

enum {
    FIELD_MEMORY_TEMP = 82,
    FIELD_ENERGY = 83,
    FIELD_LINK_COMMON_SPEED = 90,
    FIELD_LINK_COUNT = 91,
    FIELD_LINK_SPEED = 164,
    FIELD_LINK_STATE = 165,
    FIELD_POWER_AVERAGE = 185,
    FIELD_POWER_INSTANT = 186,
    FIELD_PCIE_SENT = 197,
    FIELD_PCIE_RECEIVED = 198,
    FIELD_RECOVERY = 230,
};

static unsigned link_count(const struct gpu *gpu) {
    unsigned count = 0;
    for (int i = 0; i < MAX_LINKS; i++) {
        count += gpu->links[i].present;
    }
    return count;
}

static void answer_number(const struct call *call, enum gpu_number key, nvmlFieldValue_t *field) {
    field->nvmlReturn = is_known(call, key) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
    field->valueType = VALUE_UINT;
    field->value.uiVal = is_known(call, key) ? (uint32_t)value_of(call, key) : 0;
}

/* A counter that grows at the rate that the profile gives in KB/s. */
static void answer_counter(const struct call *call, enum gpu_number key, nvmlFieldValue_t *field) {
    answer_number(call, key, field);
    field->valueType = VALUE_ULL;
    field->value.ullVal = (uint64_t)field->value.uiVal * 1000 * (uint64_t)(now_micros() / 1000000);
}

static void answer_link(const struct call *call, nvmlFieldValue_t *field) {
    bool whole = field->fieldId == FIELD_LINK_COMMON_SPEED || field->fieldId == FIELD_LINK_COUNT;
    unsigned count = link_count(call->gpu);
    bool there = whole ? count > 0 : field->scopeId < MAX_LINKS && call->gpu->links[field->scopeId].present;
    field->nvmlReturn = there ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
    field->valueType = VALUE_UINT;
    if (there) {
        bool active = whole || call->gpu->links[field->scopeId].active;
        field->value.uiVal = field->fieldId == FIELD_LINK_COUNT ? count
            : field->fieldId == FIELD_LINK_STATE                ? active
            : active                                            ? (uint32_t)call->machine->link_speed_mbps
                                                                : 0;
    }
}

static void answer(const struct call *call, nvmlFieldValue_t *field) {
    field->timestamp = now_micros();
    field->latencyUsec = call->machine->latency_us;
    switch (field->fieldId) {
    case FIELD_MEMORY_TEMP: answer_number(call, NUMBER_TEMP_MEMORY, field); break;
    case FIELD_POWER_AVERAGE:
    case FIELD_POWER_INSTANT: answer_number(call, NUMBER_POWER_DRAW, field); break;
    case FIELD_RECOVERY: answer_number(call, NUMBER_RECOVERY, field); break;
    case FIELD_PCIE_SENT: answer_counter(call, NUMBER_PCIE_TX, field); break;
    case FIELD_PCIE_RECEIVED: answer_counter(call, NUMBER_PCIE_RX, field); break;
    case FIELD_LINK_COMMON_SPEED:
    case FIELD_LINK_COUNT:
    case FIELD_LINK_SPEED:
    case FIELD_LINK_STATE: answer_link(call, field); break;
    default: field->nvmlReturn = NVML_ERROR_NOT_SUPPORTED; break;
    }
}

EXPORT nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t, int, nvmlFieldValue_t *);
nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int count, nvmlFieldValue_t *fields) {
    struct call call = begin_device(__func__, device);
    if (call.status != NVML_SUCCESS || count < 0 || fields == NULL) {
        return finish(&call, NVML_ERROR_INVALID_ARGUMENT);
    }
    for (int i = 0; i < count; i++) {
        answer(&call, &fields[i]);
    }
    return finish(&call, NVML_SUCCESS);
}
