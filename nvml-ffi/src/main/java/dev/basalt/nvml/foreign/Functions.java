package dev.basalt.nvml.foreign;

import static dev.basalt.nvml.foreign.NativeFunction.C.POINTER;
import static dev.basalt.nvml.foreign.NativeFunction.C.UINT;
import static dev.basalt.nvml.foreign.NativeFunction.C.ULONG_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.util.List;

/**
 * Every NVML function in use (nvml.h 13.3). Names stand newest first; a group of three versions that need different
 * structs has a field for each, because only the caller can fall back.
 */
final class Functions {
    private final SymbolLookup library;

    /* Library: nvml.h, Initialization and System Queries. */
    final NativeFunction init;
    final NativeFunction shutdown;
    final NativeFunction driverVersion;
    final NativeFunction nvmlVersion;
    final NativeFunction cudaVersion;
    final NativeFunction processName;
    final NativeFunction deviceCount;
    final NativeFunction deviceByIndex;
    final NativeFunction deviceByUuid;

    /* Identity and modes: nvml.h, Device Queries. */
    final NativeFunction name;
    final NativeFunction uuid;
    final NativeFunction serial;
    final NativeFunction index;
    final NativeFunction minorNumber;
    final NativeFunction moduleId;
    final NativeFunction boardPartNumber;
    final NativeFunction vbiosVersion;
    final NativeFunction brand;
    final NativeFunction architecture;
    final NativeFunction computeCapability;
    final NativeFunction cores;
    final NativeFunction pciInfo;
    final NativeFunction addressingMode;
    final NativeFunction persistenceMode;
    final NativeFunction displayActive;
    final NativeFunction computeMode;

    /* Memory. */
    final NativeFunction memoryInfoV2;
    final NativeFunction memoryInfoV1;
    final NativeFunction bar1MemoryInfo;

    /* Use, power, heat, clocks, errors, PCIe link. */
    final NativeFunction utilizationRates;
    final NativeFunction encoderUtilization;
    final NativeFunction decoderUtilization;
    final NativeFunction powerUsage;
    final NativeFunction powerLimit;
    final NativeFunction enforcedPowerLimit;
    final NativeFunction defaultPowerLimit;
    final NativeFunction powerLimitConstraints;
    final NativeFunction totalEnergy;
    final NativeFunction temperature;
    final NativeFunction temperatureThreshold;
    final NativeFunction marginTemperature;
    final NativeFunction fanSpeed;
    final NativeFunction clockInfo;
    final NativeFunction maxClockInfo;
    final NativeFunction clockEventReasons;
    final NativeFunction performanceState;
    final NativeFunction eccMode;
    final NativeFunction totalEccErrors;
    final NativeFunction remappedRows;
    final NativeFunction retiredPagesPending;
    final NativeFunction pcieGeneration;
    final NativeFunction pcieMaxGeneration;
    final NativeFunction pcieWidth;
    final NativeFunction pcieMaxWidth;
    final NativeFunction pcieReplays;
    final NativeFunction pcieThroughput;
    final NativeFunction fieldValues;

    /* Processes: three kinds, each behind three symbols with different entries. */
    final ProcessFunctions computeProcesses;
    final ProcessFunctions graphicsProcesses;
    final ProcessFunctions mpsProcesses;
    final NativeFunction processUtilization;

    /* Topology, NVLink, fabric. */
    final NativeFunction commonAncestor;
    final NativeFunction peerStatus;
    final NativeFunction cpuAffinity;
    final NativeFunction memoryAffinity;
    final NativeFunction numaNode;
    final NativeFunction nvLinkState;
    final NativeFunction nvLinkVersion;
    final NativeFunction nvLinkRemoteType;
    final NativeFunction nvLinkRemotePci;
    final NativeFunction nvLinkErrors;
    final NativeFunction fabricInfoV;
    final NativeFunction fabricInfo;

    /* MIG. */
    final NativeFunction migMode;
    final NativeFunction maxMigDevices;
    final NativeFunction migDeviceByIndex;
    final NativeFunction gpuInstanceId;
    final NativeFunction computeInstanceId;
    final NativeFunction attributes;

    /* Events. */
    final NativeFunction eventSetCreate;
    final NativeFunction eventSetFree;
    final NativeFunction eventSetWait;
    final NativeFunction supportedEvents;
    final NativeFunction registerEvents;

    /** A process list: entries of 24 or 32 bytes behind v3, 24 behind v2, 16 behind the oldest. */
    record ProcessFunctions(NativeFunction v3, NativeFunction v2, NativeFunction v1) {}

    Functions(SymbolLookup library) {
        this.library = library;
        init = function("nvmlInit_v2, nvmlInit");
        shutdown = function("nvmlShutdown");
        driverVersion = function("nvmlSystemGetDriverVersion", POINTER, UINT);
        nvmlVersion = function("nvmlSystemGetNVMLVersion", POINTER, UINT);
        cudaVersion = function("nvmlSystemGetCudaDriverVersion_v2, nvmlSystemGetCudaDriverVersion", POINTER);
        processName = function("nvmlSystemGetProcessName", UINT, POINTER, UINT);
        deviceCount = function("nvmlDeviceGetCount_v2, nvmlDeviceGetCount", POINTER);
        deviceByIndex = function("nvmlDeviceGetHandleByIndex_v2, nvmlDeviceGetHandleByIndex", UINT, POINTER);
        deviceByUuid = function("nvmlDeviceGetHandleByUUID", POINTER, POINTER);

        name = text("nvmlDeviceGetName");
        uuid = text("nvmlDeviceGetUUID");
        serial = text("nvmlDeviceGetSerial");
        boardPartNumber = text("nvmlDeviceGetBoardPartNumber");
        vbiosVersion = text("nvmlDeviceGetVbiosVersion");
        index = getter("nvmlDeviceGetIndex");
        minorNumber = getter("nvmlDeviceGetMinorNumber");
        moduleId = getter("nvmlDeviceGetModuleId");
        brand = getter("nvmlDeviceGetBrand");
        architecture = getter("nvmlDeviceGetArchitecture");
        computeCapability = function("nvmlDeviceGetCudaComputeCapability", POINTER, POINTER, POINTER);
        cores = getter("nvmlDeviceGetNumGpuCores");
        pciInfo = getter("nvmlDeviceGetPciInfo_v3, nvmlDeviceGetPciInfo_v2, nvmlDeviceGetPciInfo");
        addressingMode = getter("nvmlDeviceGetAddressingMode");
        persistenceMode = getter("nvmlDeviceGetPersistenceMode");
        displayActive = getter("nvmlDeviceGetDisplayActive");
        computeMode = getter("nvmlDeviceGetComputeMode");

        memoryInfoV2 = getter("nvmlDeviceGetMemoryInfo_v2");
        memoryInfoV1 = getter("nvmlDeviceGetMemoryInfo");
        bar1MemoryInfo = getter("nvmlDeviceGetBAR1MemoryInfo");

        utilizationRates = getter("nvmlDeviceGetUtilizationRates");
        encoderUtilization = function("nvmlDeviceGetEncoderUtilization", POINTER, POINTER, POINTER);
        decoderUtilization = function("nvmlDeviceGetDecoderUtilization", POINTER, POINTER, POINTER);
        powerUsage = getter("nvmlDeviceGetPowerUsage");
        powerLimit = getter("nvmlDeviceGetPowerManagementLimit");
        enforcedPowerLimit = getter("nvmlDeviceGetEnforcedPowerLimit");
        defaultPowerLimit = getter("nvmlDeviceGetPowerManagementDefaultLimit");
        powerLimitConstraints = function("nvmlDeviceGetPowerManagementLimitConstraints", POINTER, POINTER, POINTER);
        totalEnergy = getter("nvmlDeviceGetTotalEnergyConsumption");
        temperature = selector("nvmlDeviceGetTemperature");
        temperatureThreshold = selector("nvmlDeviceGetTemperatureThreshold");
        marginTemperature = getter("nvmlDeviceGetMarginTemperature");
        fanSpeed = getter("nvmlDeviceGetFanSpeed");
        clockInfo = selector("nvmlDeviceGetClockInfo");
        maxClockInfo = selector("nvmlDeviceGetMaxClockInfo");
        clockEventReasons = getter("nvmlDeviceGetCurrentClocksEventReasons, nvmlDeviceGetCurrentClocksThrottleReasons");
        performanceState = getter("nvmlDeviceGetPerformanceState");
        eccMode = function("nvmlDeviceGetEccMode", POINTER, POINTER, POINTER);
        totalEccErrors = function("nvmlDeviceGetTotalEccErrors", POINTER, UINT, UINT, POINTER);
        remappedRows = function("nvmlDeviceGetRemappedRows", POINTER, POINTER, POINTER, POINTER, POINTER);
        retiredPagesPending = getter("nvmlDeviceGetRetiredPagesPendingStatus");
        pcieGeneration = getter("nvmlDeviceGetCurrPcieLinkGeneration");
        pcieMaxGeneration = getter("nvmlDeviceGetMaxPcieLinkGeneration");
        pcieWidth = getter("nvmlDeviceGetCurrPcieLinkWidth");
        pcieMaxWidth = getter("nvmlDeviceGetMaxPcieLinkWidth");
        pcieReplays = getter("nvmlDeviceGetPcieReplayCounter");
        pcieThroughput = selector("nvmlDeviceGetPcieThroughput");
        fieldValues = selector("nvmlDeviceGetFieldValues");

        computeProcesses = processes("nvmlDeviceGetComputeRunningProcesses");
        graphicsProcesses = processes("nvmlDeviceGetGraphicsRunningProcesses");
        mpsProcesses = processes("nvmlDeviceGetMPSComputeRunningProcesses");
        processUtilization = function("nvmlDeviceGetProcessUtilization", POINTER, POINTER, POINTER, ULONG_LONG);

        commonAncestor = function("nvmlDeviceGetTopologyCommonAncestor", POINTER, POINTER, POINTER);
        peerStatus = function("nvmlDeviceGetP2PStatus", POINTER, POINTER, UINT, POINTER);
        cpuAffinity = selector("nvmlDeviceGetCpuAffinity");
        memoryAffinity = function("nvmlDeviceGetMemoryAffinity", POINTER, UINT, POINTER, UINT);
        numaNode = getter("nvmlDeviceGetNumaNodeId");
        nvLinkState = selector("nvmlDeviceGetNvLinkState");
        nvLinkVersion = selector("nvmlDeviceGetNvLinkVersion");
        nvLinkRemoteType = selector("nvmlDeviceGetNvLinkRemoteDeviceType");
        nvLinkRemotePci = selector("nvmlDeviceGetNvLinkRemotePciInfo_v2");
        nvLinkErrors = function("nvmlDeviceGetNvLinkErrorCounter", POINTER, UINT, UINT, POINTER);
        fabricInfoV = getter("nvmlDeviceGetGpuFabricInfoV");
        fabricInfo = getter("nvmlDeviceGetGpuFabricInfo");

        migMode = function("nvmlDeviceGetMigMode", POINTER, POINTER, POINTER);
        maxMigDevices = getter("nvmlDeviceGetMaxMigDeviceCount");
        migDeviceByIndex = selector("nvmlDeviceGetMigDeviceHandleByIndex");
        gpuInstanceId = getter("nvmlDeviceGetGpuInstanceId");
        computeInstanceId = getter("nvmlDeviceGetComputeInstanceId");
        attributes = getter("nvmlDeviceGetAttributes_v2, nvmlDeviceGetAttributes");

        eventSetCreate = function("nvmlEventSetCreate", POINTER);
        eventSetFree = function("nvmlEventSetFree", POINTER);
        eventSetWait = function("nvmlEventSetWait_v2, nvmlEventSetWait", POINTER, POINTER, UINT);
        supportedEvents = getter("nvmlDeviceGetSupportedEventTypes");
        registerEvents = function("nvmlDeviceRegisterEvents", POINTER, ULONG_LONG, POINTER);
    }

    private NativeFunction function(String names, MemoryLayout... arguments) {
        return NativeFunction.of(library, List.of(names.split(", ")), arguments);
    }

    /** {@code (device, T *out)}. */
    private NativeFunction getter(String names) {
        return function(names, POINTER, POINTER);
    }

    /** {@code (device, unsigned which, T *out)}. */
    private NativeFunction selector(String names) {
        return function(names, POINTER, UINT, POINTER);
    }

    /** {@code (device, char *out, unsigned length)}. */
    private NativeFunction text(String names) {
        return function(names, POINTER, POINTER, UINT);
    }

    private ProcessFunctions processes(String name) {
        return new ProcessFunctions(
                function(name + "_v3", POINTER, POINTER, POINTER),
                function(name + "_v2", POINTER, POINTER, POINTER),
                function(name, POINTER, POINTER, POINTER));
    }
}
