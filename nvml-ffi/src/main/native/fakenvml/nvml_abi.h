/*
 * The part of NVML's binary interface that the fake serves: names, numbers and layouts as NVIDIA's nvml.h 13.3 has them on
 * 64-bit Linux. Written from those facts; nothing is copied. nvml-ffi's layouts are tested against this file.
 */
#ifndef BASALT_NVML_ABI_H
#define BASALT_NVML_ABI_H

#include <stdint.h>

typedef enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_DRIVER_NOT_LOADED = 9,
    NVML_ERROR_TIMEOUT = 10,
    NVML_ERROR_GPU_IS_LOST = 15,
    NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
    NVML_ERROR_ARGUMENT_VERSION_MISMATCH = 25,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct nvmlEventSet_st *nvmlEventSet_t;

/* The version word of a versioned struct: its size, with the version in the top byte. */
#define VERSION_WORD(type, number) ((uint32_t)(sizeof(type) | ((uint32_t)(number) << 24)))

typedef struct {
    char busIdLegacy[16];
    uint32_t domain;
    uint32_t bus;
    uint32_t device;
    uint32_t pciDeviceId;
    uint32_t pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;

typedef struct {
    uint64_t total;
    uint64_t free;
    uint64_t used;
} nvmlMemory_t;

typedef struct {
    uint32_t version;
    uint64_t total;
    uint64_t reserved;
    uint64_t free;
    uint64_t used;
} nvmlMemory_v2_t;

typedef struct {
    uint64_t bar1Total;
    uint64_t bar1Free;
    uint64_t bar1Used;
} nvmlBAR1Memory_t;

typedef struct {
    uint32_t gpu;
    uint32_t memory;
} nvmlUtilization_t;

typedef struct {
    uint32_t pid;
    uint64_t usedGpuMemory;
} nvmlProcessInfo_v1_t;

typedef struct {
    uint32_t pid;
    uint64_t usedGpuMemory;
    uint32_t gpuInstanceId;
    uint32_t computeInstanceId;
} nvmlProcessInfo_v2_t;

/* Only drivers 535.43 to 535.86 wrote this, behind the symbol that others use for nvmlProcessInfo_v2_t. */
typedef struct {
    uint32_t pid;
    uint64_t usedGpuMemory;
    uint32_t gpuInstanceId;
    uint32_t computeInstanceId;
    uint64_t usedGpuCcProtectedMemory;
} nvmlProcessInfo_535_t;

typedef struct {
    uint32_t pid;
    uint64_t timeStamp;
    uint32_t smUtil;
    uint32_t memUtil;
    uint32_t encUtil;
    uint32_t decUtil;
} nvmlProcessUtilizationSample_t;

typedef union {
    double dVal;
    int siVal;
    uint32_t uiVal;
    unsigned long ulVal;
    uint64_t ullVal;
    int64_t sllVal;
    uint16_t usVal;
} nvmlValue_t;

typedef struct {
    uint32_t fieldId;
    uint32_t scopeId;
    int64_t timestamp;
    int64_t latencyUsec;
    uint32_t valueType;
    nvmlReturn_t nvmlReturn;
    nvmlValue_t value;
} nvmlFieldValue_t;

typedef struct {
    nvmlDevice_t device;
    uint64_t eventType;
    uint64_t eventData;
    uint32_t gpuInstanceId;
    uint32_t computeInstanceId;
} nvmlEventData_t;

typedef struct {
    uint32_t version;
    int marginTemperature;
} nvmlMarginTemperature_v1_t;

typedef struct {
    uint32_t version;
    uint32_t sensorType;
    int temperature;
} nvmlTemperature_v1_t;

typedef struct {
    uint32_t version;
    uint32_t value;
} nvmlDeviceAddressingMode_v1_t;

typedef struct {
    uint32_t multiprocessorCount;
    uint32_t sharedCopyEngineCount;
    uint32_t sharedDecoderCount;
    uint32_t sharedEncoderCount;
    uint32_t sharedJpegCount;
    uint32_t sharedOfaCount;
    uint32_t gpuInstanceSliceCount;
    uint32_t computeInstanceSliceCount;
    uint64_t memorySizeMB;
} nvmlDeviceAttributes_t;

typedef struct {
    unsigned char clusterUuid[16];
    nvmlReturn_t status;
    uint32_t cliqueId;
    unsigned char state;
} nvmlGpuFabricInfo_t;

typedef struct {
    uint32_t version;
    unsigned char clusterUuid[16];
    nvmlReturn_t status;
    uint32_t cliqueId;
    unsigned char state;
    uint32_t healthMask;
} nvmlGpuFabricInfo_v2_t;

typedef struct {
    uint32_t version;
    unsigned char clusterUuid[16];
    nvmlReturn_t status;
    uint32_t cliqueId;
    unsigned char state;
    uint32_t healthMask;
    unsigned char healthSummary;
} nvmlGpuFabricInfo_v3_t;

#endif
