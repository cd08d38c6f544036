/* Every number and text that a GPU of a profile may have. A number that a profile leaves out is NOT_SUPPORTED. */
#ifndef BASALT_FAKE_KEYS_H
#define BASALT_FAKE_KEYS_H

enum unit { UNIT_COUNT, UNIT_SWITCH, UNIT_MIB, UNIT_MILLIWATT };

/* id, key in the profile, unit */
#define GPU_NUMBERS(X)                                   \
    X(BRAND, "brand", UNIT_COUNT)                        \
    X(ARCHITECTURE, "architecture", UNIT_COUNT)          \
    X(COMPUTE_MAJOR, "compute.major", UNIT_COUNT)        \
    X(COMPUTE_MINOR, "compute.minor", UNIT_COUNT)        \
    X(CORES, "cores", UNIT_COUNT)                        \
    X(MINOR, "minor", UNIT_COUNT)                        \
    X(MODULE, "module", UNIT_COUNT)                      \
    X(DEVICE_ID, "device_id", UNIT_COUNT)                \
    X(SUBSYSTEM_ID, "subsystem_id", UNIT_COUNT)          \
    X(ADDRESSING, "addressing", UNIT_COUNT)              \
    X(MEMORY_TOTAL, "memory.total", UNIT_MIB)            \
    X(MEMORY_RESERVED, "memory.reserved", UNIT_MIB)      \
    X(MEMORY_USED, "memory.used", UNIT_MIB)              \
    X(MEMORY_WRAPPED, "memory.wrapped", UNIT_SWITCH)     \
    X(BAR1_TOTAL, "bar1.total", UNIT_MIB)                \
    X(BAR1_USED, "bar1.used", UNIT_MIB)                  \
    X(UTIL_GPU, "util.gpu", UNIT_COUNT)                  \
    X(UTIL_MEMORY, "util.memory", UNIT_COUNT)            \
    X(UTIL_ENCODER, "util.encoder", UNIT_COUNT)          \
    X(UTIL_DECODER, "util.decoder", UNIT_COUNT)          \
    X(POWER_DRAW, "power.draw", UNIT_MILLIWATT)          \
    X(POWER_LIMIT, "power.limit", UNIT_MILLIWATT)        \
    X(POWER_ENFORCED, "power.enforced", UNIT_MILLIWATT)  \
    X(POWER_DEFAULT, "power.default", UNIT_MILLIWATT)    \
    X(POWER_MIN, "power.min", UNIT_MILLIWATT)            \
    X(POWER_MAX, "power.max", UNIT_MILLIWATT)            \
    X(TEMP_GPU, "temp.gpu", UNIT_COUNT)                  \
    X(TEMP_MEMORY, "temp.memory", UNIT_COUNT)            \
    X(TEMP_MARGIN, "temp.margin", UNIT_COUNT)            \
    X(TEMP_SLOWDOWN, "temp.slowdown", UNIT_COUNT)        \
    X(TEMP_SHUTDOWN, "temp.shutdown", UNIT_COUNT)        \
    X(FAN, "fan", UNIT_COUNT)                            \
    X(CLOCK_GRAPHICS, "clock.graphics", UNIT_COUNT)      \
    X(CLOCK_SM, "clock.sm", UNIT_COUNT)                  \
    X(CLOCK_MEMORY, "clock.memory", UNIT_COUNT)          \
    X(CLOCK_VIDEO, "clock.video", UNIT_COUNT)            \
    X(MAX_GRAPHICS, "clock.max.graphics", UNIT_COUNT)    \
    X(MAX_SM, "clock.max.sm", UNIT_COUNT)                \
    X(MAX_MEMORY, "clock.max.memory", UNIT_COUNT)        \
    X(MAX_VIDEO, "clock.max.video", UNIT_COUNT)          \
    X(CLOCK_REASONS, "clock.reasons", UNIT_COUNT)        \
    X(PSTATE, "pstate", UNIT_COUNT)                      \
    X(ECC, "ecc", UNIT_SWITCH)                           \
    X(ECC_PENDING, "ecc.pending", UNIT_SWITCH)           \
    X(ECC_VOL_COR, "ecc.volatile.corrected", UNIT_COUNT) \
    X(ECC_VOL_UNC, "ecc.volatile.uncorrected", UNIT_COUNT) \
    X(ECC_AGG_COR, "ecc.aggregate.corrected", UNIT_COUNT) \
    X(ECC_AGG_UNC, "ecc.aggregate.uncorrected", UNIT_COUNT) \
    X(REMAP_COR, "remap.corrected", UNIT_COUNT)          \
    X(REMAP_UNC, "remap.uncorrected", UNIT_COUNT)        \
    X(REMAP_PENDING, "remap.pending", UNIT_SWITCH)       \
    X(REMAP_FAILED, "remap.failed", UNIT_SWITCH)         \
    X(RETIRED_PENDING, "retired.pending", UNIT_SWITCH)   \
    X(RECOVERY, "recovery", UNIT_COUNT)                  \
    X(PERSISTENCE, "persistence", UNIT_SWITCH)           \
    X(DISPLAY_ACTIVE, "display", UNIT_SWITCH)            \
    X(COMPUTE_MODE, "compute_mode", UNIT_COUNT)          \
    X(MIG, "mig", UNIT_SWITCH)                           \
    X(MIG_PENDING, "mig.pending", UNIT_SWITCH)           \
    X(PCIE_GEN, "pcie.gen", UNIT_COUNT)                  \
    X(PCIE_GEN_MAX, "pcie.gen.max", UNIT_COUNT)          \
    X(PCIE_WIDTH, "pcie.width", UNIT_COUNT)              \
    X(PCIE_WIDTH_MAX, "pcie.width.max", UNIT_COUNT)      \
    X(PCIE_REPLAY, "pcie.replay", UNIT_COUNT)            \
    X(PCIE_TX, "pcie.tx_kbps", UNIT_COUNT)               \
    X(PCIE_RX, "pcie.rx_kbps", UNIT_COUNT)               \
    X(GPU_NUMA, "gpu_numa", UNIT_COUNT)                  \
    X(NVLINK_CRC, "nvlink.crc", UNIT_COUNT)              \
    X(NVLINK_REPLAY, "nvlink.replay", UNIT_COUNT)        \
    X(LOST, "lost", UNIT_SWITCH)                         \
    X(UNPLUG, "unplug", UNIT_SWITCH)

/* id, key in the profile */
#define GPU_TEXTS(X)            \
    X(NAME, "name")             \
    X(UUID, "uuid")             \
    X(SERIAL, "serial")         \
    X(PART, "part")             \
    X(VBIOS, "vbios")           \
    X(BUS, "bus")               \
    X(PARENT, "parent")         \
    X(CPUS, "cpus")             \
    X(NUMA, "numa")

#define AS_NUMBER_ID(id, key, unit) NUMBER_##id,
enum gpu_number { GPU_NUMBERS(AS_NUMBER_ID) NUMBER_COUNT };
#undef AS_NUMBER_ID

#define AS_TEXT_ID(id, key) TEXT_##id,
enum gpu_text { GPU_TEXTS(AS_TEXT_ID) TEXT_COUNT };
#undef AS_TEXT_ID

#endif
